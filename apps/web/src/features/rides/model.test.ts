import { afterEach, describe, expect, test } from 'vitest'
import { isEmptySearch, readSearch } from '@samtur/contract/filters'
import type { Ride, RideDetail } from '@samtur/contract/rides'
import { osloDay } from '#lib/oslo-time'
import { kari } from '../../../test/server.ts'
import { givesSeatAtOnce, routeItems } from './model.ts'
import { pointStops } from './point-stops.ts'
import { moveSection, readPart } from './section-form.ts'
import { rideState } from './ride-state.ts'
import { mapStops } from './ride-route-card.tsx'
import { ownSection } from './ride-screen.tsx'
import { isWhole } from './section-chooser.tsx'
import { addDays, comesTwice, osloInstant, planTrip } from './trip-form.ts'

describe('osloInstant', () => {
  const deviceZone = process.env.TZ
  afterEach(() => {
    if (deviceZone === undefined) delete process.env.TZ
    else process.env.TZ = deviceZone
  })

  test('carries the offset of the season', () => {
    expect(osloInstant('2026-11-27', '07:00')).toEqual({ iso: '2026-11-27T07:00:00+01:00' })
    expect(osloInstant('2026-07-01', '07:00')).toEqual({ iso: '2026-07-01T07:00:00+02:00' })
  })

  test('refuses the hour that spring leaves out', () => {
    expect(osloInstant('2027-03-28', '01:59').iso).toBe('2027-03-28T01:59:00+01:00')
    for (const time of ['02:00', '02:30', '02:59']) {
      expect(osloInstant('2027-03-28', time)).toEqual({ problem: 'clock_gap' })
    }
    expect(osloInstant('2027-03-28', '03:00').iso).toBe('2027-03-28T03:00:00+02:00')
  })

  test('takes the first of the hour that comes twice in autumn', () => {
    expect(osloInstant('2027-10-31', '02:30').iso).toBe('2027-10-31T02:30:00+02:00')
    expect(osloInstant('2027-10-31', '03:00').iso).toBe('2027-10-31T03:00:00+01:00')
    expect(comesTwice('2027-10-31', '02:30')).toBe(true)
    expect(comesTwice('2027-10-31', '03:00')).toBe(false)
    expect(comesTwice('2027-10-31', '01:59')).toBe(false)
    expect(comesTwice('2027-03-28', '02:30')).toBe(false)
  })

  test.each(['America/New_York', 'Asia/Tokyo', 'Pacific/Apia', 'Australia/Lord_Howe', 'UTC'])(
    'is Oslo’s on a device in %s',
    (zone) => {
      process.env.TZ = zone
      expect(osloInstant('2026-11-27', '00:15').iso).toBe('2026-11-27T00:15:00+01:00')
      expect(osloInstant('2027-10-31', '02:30').iso).toBe('2027-10-31T02:30:00+02:00')
      expect(osloInstant('2027-03-28', '02:30')).toEqual({ problem: 'clock_gap' })
      expect(osloDay(Date.parse('2026-11-26T23:30:00Z'))).toBe('2026-11-27')
    },
  )

  test('agrees with Temporal on every quarter of an hour around both nights, and through a year', () => {
    const nights = ['2027-03-27', '2027-03-28', '2027-10-30', '2027-10-31']
    const year = Array.from({ length: 52 }, (_, week) => addDays('2027-01-01', week * 7))
    for (const date of [...nights, ...year]) {
      for (let quarter = 0; quarter < 96; quarter += nights.includes(date) ? 1 : 13) {
        const time = `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`
        const wall = Temporal.PlainDateTime.from(`${date}T${time}`)
        const there = wall.toZonedDateTime('Europe/Oslo', { disambiguation: 'earlier' })
        const exists = there.toPlainDateTime().equals(wall)
        const { iso } = osloInstant(date, time)
        expect(iso && Date.parse(iso), `${date} ${time}`).toBe(exists ? there.epochMilliseconds : undefined)
      }
    }
  })

  test.each([
    ['2027-02-29', '10:00'],
    ['2026-13-01', '10:00'],
    ['27.11.2026', '10:00'],
    ['2026-11-27', '24:00'],
    ['2026-11-27', '7:00'],
    ['2026-11-27', '٠٧:٠٠'],
    ['', ''],
  ])('knows that %s %s is no time', (date, time) => {
    expect(osloInstant(date, time)).toEqual({ problem: 'invalid' })
  })
})

describe('planTrip', () => {
  test('on one day', () => {
    const { trip, problems } = planTrip('2026-11-27', '07:00', '14:00')
    expect(problems).toEqual({})
    expect(trip).toEqual({
      departure_time: '2026-11-27T07:00:00+01:00',
      arrival_time: '2026-11-27T14:00:00+01:00',
      arrivalDay: '2026-11-27',
      nextDay: false,
    })
  })

  test('an arrival before the departure’s clock time is the next day, also at the end of a year', () => {
    expect(planTrip('2026-11-27', '23:00', '02:00').trip).toMatchObject({ arrivalDay: '2026-11-28', nextDay: true })
    expect(planTrip('2026-12-31', '23:00', '02:00').trip?.arrival_time).toBe('2027-01-01T02:00:00+01:00')
  })

  test('equal clock times are an error', () => {
    expect(planTrip('2026-11-27', '07:00', '07:00').problems).toEqual({ arrival: 'before_departure' })
  })

  test('names every empty field', () => {
    expect(planTrip('', '', '').problems).toEqual({ date: 'required', departure: 'required', arrival: 'required' })
    expect(planTrip('2026-11-27', '', '14:00').problems).toEqual({ departure: 'required' })
  })

  test('names the end that falls into the missing hour', () => {
    expect(planTrip('2027-03-28', '02:30', '06:00').problems).toEqual({ departure: 'clock_gap' })
    expect(planTrip('2027-03-27', '22:00', '02:30').problems).toEqual({ arrival: 'clock_gap' })
  })

  test('counts real hours over both nights', () => {
    const hours = (date: string, departure: string, arrival: string) => {
      const { trip } = planTrip(date, departure, arrival)
      return trip && (Date.parse(trip.arrival_time) - Date.parse(trip.departure_time)) / 3_600_000
    }
    expect(hours('2027-10-31', '01:30', '04:30')).toBe(4)
    expect(hours('2027-10-31', '01:30', '03:30')).toBe(3)
    expect(hours('2027-03-28', '01:30', '04:30')).toBe(2)
  })

  test('a trip of more than 24 hours is refused, which only the long night can make', () => {
    expect(planTrip('2027-10-31', '02:30', '02:29').problems).toEqual({ arrival: 'too_long_trip' })
    expect(planTrip('2026-11-27', '02:30', '02:29').problems).toEqual({})
  })
})

describe('readSearch', () => {
  const read = (query: string) => readSearch(new URLSearchParams(query))

  test('keeps what has a value', () => {
    expect(read('from=Hamar&to=&date=')).toEqual({ from: 'Hamar' })
    expect(read('from=%20%20&to=Voss&date=2026-11-27')).toEqual({ to: 'Voss', date: '2026-11-27' })
    expect(isEmptySearch(read('from=%20&page=2'))).toBe(true)
  })

  test('leaves out a date that is none, and cuts a text that is too long', () => {
    expect(read('date=2027-02-29')).toEqual({})
    expect(read('date=tomorrow')).toEqual({})
    expect(read(`from=${'å'.repeat(300)}`).from).toHaveLength(120)
  })
})

describe('the passenger’s part of a ride', () => {
  const at = (hour: number) => `2026-11-27T${String(hour).padStart(2, '0')}:00:00.000Z`
  const names = ['Oslo', 'Hamar', 'Lillehammer', 'Otta', 'Dombås', 'Oppdal', 'Støren', 'Trondheim']

  function ride(count: number, from = 0, to = count - 1): Pick<Ride, 'route' | 'section'> {
    const picked = [...names.slice(0, count - 1), 'Trondheim']
    return {
      route: picked.map((text, position) => ({
        position,
        text,
        place_id: null,
        lat: null,
        lon: null,
        passes_at: at(6 + position),
        meeting_point_id: null,
        meeting_point: null,
      })),
      section: {
        from_position: from,
        to_position: to,
        start_location: picked[from] ?? '',
        end_location: picked[to] ?? '',
        departure_time: at(6 + from),
        arrival_time: at(6 + to),
        price: 100,
        available_seats: 2,
        whole: from === 0 && to === count - 1,
      },
    }
  }
  const shape = (items: ReturnType<typeof routeItems>) =>
    items.map(({ places, kind, dimmed }) => `${dimmed ? '-' : ''}${kind} ${places.join('+')}`)

  test('the whole ride is start, stops and end', () => {
    expect(shape(routeItems(ride(4)))).toEqual(['start Oslo', 'via Hamar', 'via Lillehammer', 'end Trondheim'])
  })

  test('what lies before and after a section is dimmed', () => {
    expect(shape(routeItems(ride(4, 1, 2)))).toEqual(['-via Oslo', 'start Hamar', 'end Lillehammer', '-via Trondheim'])
  })

  test('many stops share a line on a card, and have their own on the ride’s page', () => {
    const long = ride(8, 1, 7)
    expect(shape(routeItems(long))).toEqual([
      '-via Oslo',
      'start Hamar',
      'via Lillehammer+Otta+Dombås+Oppdal+Støren',
      'end Trondheim',
    ])
    expect(routeItems(long)[2]?.time).toBeUndefined()
    expect(routeItems(long, { all: true })).toHaveLength(8)
    // The rows that were gathered are copies.
    expect(routeItems(long, { all: true })[2]?.places).toEqual(['Lillehammer'])
  })

  test('an address names a part only in order and within bounds', () => {
    const read = (query: string) => readPart(new URLSearchParams(query))
    expect(read('from_position=1&to_position=3')).toEqual({ from_position: 1, to_position: 3 })
    for (const query of [
      '',
      'from_position=1',
      'from_position=3&to_position=1',
      'from_position=1&to_position=1',
      'from_position=a&to_position=2',
      'from_position=-1&to_position=2',
      'from_position=0&to_position=99',
    ]) {
      expect(read(query)).toBeUndefined()
    }
  })

  test('the other end gives way', () => {
    const whole = { from_position: 0, to_position: 3 }
    expect(moveSection(whole, { from_position: 2 }, 3)).toEqual({ from_position: 2, to_position: 3 })
    expect(moveSection({ from_position: 0, to_position: 1 }, { from_position: 2 }, 3)).toEqual({
      from_position: 2,
      to_position: 3,
    })
    expect(moveSection({ from_position: 2, to_position: 3 }, { to_position: 1 }, 3)).toEqual({
      from_position: 0,
      to_position: 1,
    })
    expect(isWhole(whole, names.slice(0, 4))).toBe(true)
    expect(isWhole({ from_position: 1, to_position: 3 }, names.slice(0, 4))).toBe(false)
  })
})

describe('the state of a ride', () => {
  const now = Date.parse('2026-11-27T10:00:00Z')
  const ride = (change: object) =>
    ({
      status: 'active',
      departure_time: '2026-11-27T11:00:00Z',
      viewer: 'other',
      prices: [300],
      reservation: null,
      section: { available_seats: 2 },
      route: [{}, {}, {}],
      ...change,
    }) as unknown as RideDetail
  const reservationOf = (status: string, from_position = 0, to_position = 2) => ({
    id: 'reservation',
    status,
    from_position,
    to_position,
  })

  test.each([
    ['open', {}],
    ['full', { section: { available_seats: 0 } }],
    ['pending', { reservation: reservationOf('pending') }],
    ['accepted', { reservation: reservationOf('accepted'), section: { available_seats: 0 } }],
    ['open', { reservation: reservationOf('rejected') }],
    ['own', { viewer: 'driver', section: { available_seats: 0 } }],
    ['unavailable', { driver_unavailable: true, reservation: reservationOf('accepted') }],
    ['departed', { driver_unavailable: true, departure_time: '2026-11-27T09:00:00Z' }],
    ['departed', { viewer: 'driver', departure_time: '2026-11-27T10:00:00Z' }],
    ['cancelled', { status: 'cancelled', departure_time: '2026-11-27T09:00:00Z' }],
  ])('%s', (state, change) => {
    expect(rideState(ride(change), now)).toBe(state)
  })

  test('a passenger sees the requested section', () => {
    expect(ownSection(ride({ reservation: reservationOf('accepted', 1, 2) }))).toEqual({
      from_position: 1,
      to_position: 2,
    })
    expect(ownSection(ride({ reservation: reservationOf('accepted') }))).toBeUndefined()
    expect(ownSection(ride({ reservation: reservationOf('cancelled', 1, 2) }))).toBeUndefined()
    expect(ownSection(ride({}))).toBeUndefined()
  })
})

test('points are shown at both ends of the passenger’s section, and at stops in between that have one', () => {
  const route = ['', 'p-1', '', 'p-3', '', 'p-5'].map((id, position) => ({
    position,
    text: `stop ${position}`,
    lat: null,
    lon: null,
    meeting_point: id ? { id } : null,
  }))
  const shown = (from_position: number, to_position: number) =>
    pointStops({ route, section: { from_position, to_position } } as Ride)?.map(({ key, point }) => [key, point?.id])
  expect(shown(0, 4)).toEqual([
    [0, undefined],
    [1, 'p-1'],
    [3, 'p-3'],
    [4, undefined],
  ])
  expect(shown(1, 2)).toEqual([
    [1, 'p-1'],
    [2, undefined],
  ])
  expect(shown(2, 2)).toBeUndefined()
})

test('what can be drawn, and what cannot', () => {
  const stop = (position: number, text: string, lat: number | null) => ({
    position,
    text,
    lat,
    lon: lat && 10,
    place_id: null,
    passes_at: '',
    meeting_point_id: null,
    meeting_point: null,
  })
  const route = [stop(0, 'Oslo', 59.9), stop(1, 'Hytta', null), stop(2, 'Hamar', 60.8), stop(3, 'Otta', 61.8)]
  const { known, unknown } = mapStops({ route, section: { from_position: 0, to_position: 2 } as Ride['section'] })
  expect(known.map(({ text, kind, dimmed }) => [text, kind, dimmed])).toEqual([
    ['Oslo', 'start', false],
    ['Hamar', 'end', false],
    ['Otta', 'via', true],
  ])
  expect(unknown).toEqual(['Hytta'])
})

describe('who gets a seat without the driver’s answer', () => {
  const reader = (trusted: boolean, instant_seats_left: number | null = null) => ({
    ...kari,
    profile: { ...kari.profile, trusted, instant_seats_left },
  })

  test.each([
    ['off', reader(true), false],
    ['trusted', reader(true), true],
    ['trusted', reader(false), false],
    ['trusted', null, false],
    ['all', reader(false), true],
    ['all', null, true],
    ['all', reader(false, 1), true],
    ['all', reader(true, 0), false],
    ['trusted', reader(true, 0), false],
  ] as const)('on a ride with %s', (instant_booking, me, at_once) => {
    expect(givesSeatAtOnce({ instant_booking }, me)).toBe(at_once)
    const detour = { place_id: 1, end: 'start', minutes: 12, price: 14 } as const
    expect(givesSeatAtOnce({ instant_booking, detour }, me)).toBe(false)
  })
})
