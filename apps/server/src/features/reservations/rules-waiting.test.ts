import { describe, expect, test } from 'vitest'
import { isInstant, nextOffers, offerOf } from './rules-waiting.ts'

const entry = (name: string, seats_requested: number, from_position = 0, to_position = 2) => ({
  name,
  seats_requested,
  from_position,
  to_position,
})
const namesOf = (entries: { name: string }[]) => entries.map(({ name }) => name)

describe('free seats are offered', () => {
  test('in the order of the list, while they last', () => {
    const list = [entry('first', 1), entry('second', 1), entry('third', 1)]
    expect(namesOf(nextOffers({ total_seats: 4, taken: [2, 2] }, list))).toEqual(['first', 'second'])
  })

  test('to the second in line where the first wants more than there are', () => {
    const list = [entry('wants three', 3), entry('wants two', 2)]
    expect(namesOf(nextOffers({ total_seats: 4, taken: [2, 2] }, list))).toEqual(['wants two'])
  })

  test('by section: one seat serves two people whose sections do not overlap', () => {
    const list = [entry('to the middle', 1, 0, 1), entry('all the way', 1, 0, 2), entry('from the middle', 1, 1, 2)]
    expect(namesOf(nextOffers({ total_seats: 1, taken: [0, 0] }, list))).toEqual(['to the middle', 'from the middle'])
  })

  test('to nobody while the ride is full', () => {
    expect(nextOffers({ total_seats: 3, taken: [3, 1] }, [entry('all the way', 1)])).toEqual([])
  })
})

describe('an offer holds the seats', () => {
  const at = (text: string) => new Date(text)
  test.each([
    ['for two hours at most', '2027-03-08T10:00:00+01:00', '2027-03-10T12:00:00+01:00', '10:00', '12:00'],
    ['for a quarter of the time left', '2027-03-10T08:00:00+01:00', '2027-03-10T12:00:00+01:00', '08:00', '09:00'],
    ['for ten minutes at least', '2027-03-10T11:40:00+01:00', '2027-03-10T12:00:00+01:00', '11:40', '11:50'],
    ['until departure at the latest', '2027-03-10T11:55:00+01:00', '2027-03-10T12:00:00+01:00', '11:55', '12:00'],
    ['from the morning on at night', '2027-03-08T02:00:00+01:00', '2027-03-10T12:00:00+01:00', '07:00', '09:00'],
    ['at once where departure is near', '2027-03-10T02:00:00+01:00', '2027-03-10T08:00:00+01:00', '02:00', '03:30'],
  ])('%s', (_, now, departure, from, until) => {
    const offer = offerOf(at(now), at(departure))
    const day = now.slice(0, 10)
    expect(offer).toEqual({ from: at(`${day}T${from}:00+01:00`), until: at(`${day}T${until}:00+01:00`) })
  })
})

describe('a seat is given at once', () => {
  const bookings = ['off', 'trusted', 'all'] as const
  const person = { trusted: false, instant_seats_left: null, seats: 2, overlaps: false }

  test.each([
    ['to everybody, or to nobody', {}, [false, false, true]],
    ['to trusted people', { trusted: true }, [false, true, true]],
    ['as many as are left for a newcomer', { instant_seats_left: 2 }, [false, false, true]],
    ['no more than are left for a newcomer', { instant_seats_left: 1 }, [false, false, false]],
    ['to a newcomer with a confirmed name no more', { trusted: true, instant_seats_left: 0 }, [false, false, false]],
    ['not to a person with another trip at that time', { trusted: true, overlaps: true }, [false, false, false]],
  ])('%s', (_, changes, expected) => {
    expect(bookings.map((booking) => isInstant(booking, { ...person, ...changes }))).toEqual(expected)
  })
})
