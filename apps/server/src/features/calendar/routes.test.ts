/** Trips in calendars: files that a real parser reads, without private data, at an address that can be renewed. */
import ICAL from 'ical.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { addReservation } from '../../../test/reservations.ts'
import { addRide } from '../../../test/rides.ts'
import { signedInAgain, addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { middleOf } from '../../../test/windows.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let t: TestApp
let driver: TestPerson
let passenger: TestPerson
let stranger: TestPerson

const feedOf = async (as: TestPerson, method = 'GET') => {
  const { body } = await t.call(method, '/api/v1/me/calendar', { as })
  return (body.url as string | null)?.replace(t.app.origin(), '') ?? null
}
const newFeed = async (as: TestPerson) => (await feedOf(as, 'POST')) ?? ''

/** Events by their id, as a calendar program understands them. */
async function read(path: string, as?: TestPerson) {
  const { status, text, headers } = await t.call('GET', path, { as })
  expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const unfolded = text.replaceAll('\r\n ', '')
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const value = (name: string) => component.getFirstPropertyValue(name)?.toString()
    return {
      uid: event.uid,
      sequence: event.sequence,
      summary: event.summary,
      location: event.location,
      description: event.description,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      status: value('status'),
      url: value('url'),
    }
  })
  // RFC 5546 3.2.1 and 3.2.5: a method needs exactly one organizer in each event. It is the product, never a person.
  const organizers = unfolded.split('\r\n').filter((line) => line.startsWith('ORGANIZER'))
  expect(organizers).toEqual(events.map(() => expect.stringMatching(/^ORGANIZER;CN="?Samtur"?:mailto:support@/i)))
  const method = calendar.getFirstPropertyValue('method')
  return { text, headers, events, method, name: calendar.getFirstPropertyValue('x-wr-calname') }
}

async function ride(route: string[], inHours: number, driverId = driver.id) {
  const departure = new Date(Math.ceil(t.clock.now().getTime() / 60_000) * 60_000 + inHours * HOUR)
  return { id: await addRide(t.db, { driverId, route, departure }), departure }
}

/** Stored as it stands, whatever state it is in. */
async function reserve(rideId: string, status: 'pending' | 'accepted', [from, to] = [0, 1], as = passenger) {
  const section = { from_position: from, to_position: to, seats_requested: 2 }
  return addReservation(t.db.kysely, { ride_id: rideId, passenger_id: as.id, ...section, status })
}

describe.each([usualKind])('on the %s database', (kind) => {
  beforeAll(async () => {
    t = await startTestApp({ kind, env: { SECRET: testSecret } })
  })
  afterAll(() => t.close())
  beforeEach(async () => {
    driver = await addPerson(t.db.kysely, { name: 'Dag Sjåfør', email: `dag-${crypto.randomUUID()}@example.no` })
    passenger = await addPerson(t.db.kysely, { name: 'Pia Passasjer' })
    stranger = await addPerson(t.db.kysely)
    await sql`update profile set phone = '+4791234567' where id in (${driver.id}, ${passenger.id})`.execute(t.db.kysely)
  })

  test('a feed has the passenger’s own section, and the driver’s whole ride', async () => {
    const { id, departure } = await ride(['Oslo', 'Hamar', 'Lillehammer'], 48)
    const reservation = await reserve(id, 'accepted', [1, 2])
    const at = (hours: number) => new Date(departure.getTime() + hours * HOUR).toISOString()
    const theirs = await read(await newFeed(passenger))
    const [event] = theirs.events
    expect(theirs.events).toHaveLength(1)
    expect(theirs.name).toBe('Turene mine hos Samtur')
    expect(event).toMatchObject({
      uid: `reservation-${reservation}@samtur`,
      sequence: 1,
      summary: 'Hamar → Lillehammer',
      location: 'Hamar',
      status: 'CONFIRMED',
      url: `${t.app.origin()}/today?ride=${id}`,
      end: at(2),
      description: 'Sjåfør: Dag\nDu har reservert 2 plasser.\nBil: Volvo V60 Blå\nBilskilt: AB12345',
    })
    const own = await read(await newFeed(driver))
    expect(own.events).toMatchObject([
      {
        uid: `ride-${id}@samtur`,
        summary: 'Oslo → Lillehammer',
        start: at(0),
        end: at(2),
        url: `${t.app.origin()}/today?ride=${id}`,
        description: 'Du kjører.\n2 passasjerplasser er reservert.',
      },
    ])
    for (const { text } of [theirs, own]) {
      const plain = text.replaceAll('\r\n ', '')
      for (const secret of ['+47', '91234567', '@example.no', 'Sjåfør Dag', 'Passasjer'])
        expect(plain).not.toContain(secret)
    }
    expect((await read(await newFeed(stranger))).events).toEqual([])
  })

  test('a feed is in the language of the person', async () => {
    await ride(['Oslo', 'Hamar'], 24)
    await sql`update auth_user set locale = 'en' where id = ${driver.id}`.execute(t.db.kysely)
    const { events, name } = await read(await newFeed(driver))
    expect([name, events[0]?.description]).toEqual(['My rides with Samtur', 'You are driving.\nNo passengers yet.'])
  })

  test('a feed has no requests, and cancelled and past trips for 30 days', async () => {
    const feed = await newFeed(passenger)
    const [requested, mine, gone, past] = [
      await ride(['Oslo', 'Hamar'], 24),
      await ride(['Oslo', 'Moss'], 25),
      await ride(['Oslo', 'Gjøvik'], 26),
      await ride(['Oslo', 'Drammen'], -29 * 24),
    ]
    const pending = await reserve(requested.id, 'pending')
    const accepted = await reserve(mine.id, 'accepted')
    const cancelled = await reserve(gone.id, 'accepted')
    const old = await reserve(past.id, 'accepted')
    const older = await ride(['Oslo', 'Skien'], -31 * 24)
    await reserve(older.id, 'accepted')
    await sql`update reservation set status = 'cancelled', decided_at = app_now() where id in (${pending}, ${cancelled})`.execute(
      t.db.kysely,
    )
    const seen = async () =>
      Object.fromEntries((await read(feed)).events.map(({ uid, status, summary }) => [uid, [status, summary]]))
    expect(await seen()).toEqual({
      [`reservation-${accepted}@samtur`]: ['CONFIRMED', 'Oslo → Moss'],
      [`reservation-${cancelled}@samtur`]: ['CANCELLED', 'Avlyst: Oslo → Gjøvik'],
      [`reservation-${old}@samtur`]: ['CONFIRMED', 'Oslo → Drammen'],
    })
    // A person who is not on the ride does not see the car.
    const { events } = await read(feed)
    expect(events.find(({ uid }) => uid.includes(cancelled))).toMatchObject({ sequence: 2 })
    expect(events.find(({ uid }) => uid.includes(cancelled))?.description).not.toContain('AB12345')
    t.clock.advance(30 * DAY)
    expect(Object.values(await seen())).toEqual([['CONFIRMED', 'Oslo → Moss']])
    t.clock.advance(2 * DAY)
    expect(await seen()).toEqual({})
    t.clock.advance(-32 * DAY)
  })

  test('a change has the same id with a higher sequence number', async () => {
    const { id, departure } = await ride(['Oslo', 'Hamar'], 24)
    const feed = await newFeed(driver)
    const [before] = (await read(feed)).events
    await sql`update ride set version = version + 1 where id = ${id}`.execute(t.db.kysely)
    const [changed] = (await read(feed)).events
    await sql`update ride set status = 'cancelled', cancelled_at = app_now() where id = ${id}`.execute(t.db.kysely)
    const [off] = (await read(feed)).events
    expect([before, changed, off].map((event) => [event?.uid, event?.sequence, event?.status, event?.start])).toEqual(
      [1, 2, 3].map((sequence) => [
        `ride-${id}@samtur`,
        sequence,
        sequence === 3 ? 'CANCELLED' : 'CONFIRMED',
        departure.toISOString(),
      ]),
    )
  })

  test.each([
    ['commas, semicolons and backslashes', 'Oslo; S, \\n spor 3', 'Oslo; S, \\n spor 3'],
    [
      'a line that would be a property',
      'Oslo\r\nATTENDEE:mailto:evil@example.com',
      'Oslo ATTENDEE:mailto:evil@example.com',
    ],
    ['a line separator', 'Oslo\u2028END:VEVENT', 'Oslo END:VEVENT'],
    ['long and beyond one byte', 'Blåbærkjærtrøståsen '.repeat(6).trim(), 'Blåbærkjærtrøståsen '.repeat(6).trim()],
    ['another script', 'أوسلو 李 🚗', 'أوسلو 李 🚗'],
  ])('%s stay text', async (_, written, shown) => {
    const { id } = await ride(['Oslo', 'Hamar'], 24)
    await sql`update ride_stop set text = ${written} where ride_id = ${id} and position = 0`.execute(t.db.kysely)
    await sql`update profile set full_name = ${`${written.slice(0, 80).replaceAll(' ', '\u00a0')} X`} where id = ${driver.id}`.execute(
      t.db.kysely,
    )
    await reserve(id, 'accepted')
    const { events, text } = await read(await newFeed(passenger))
    expect(events).toMatchObject([{ location: shown, summary: `${shown} → Hamar` }])
    expect(text.split('\r\n').filter((line) => /^(ATTENDEE|END:VEVENT)/.test(line))).toEqual(['END:VEVENT'])
  })

  test('the address is shown, renewed and removed, and an earlier one is unknown', async () => {
    expect(await feedOf(driver)).toBeNull()
    const first = await newFeed(driver)
    expect(first).toMatch(/^\/calendar\/[\w-]{43}\.ics$/)
    expect(await feedOf(driver)).toBe(first)
    const { headers } = await read(first)
    expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['private, max-age=300', 'noindex'])
    const second = await newFeed(driver)
    expect(second).not.toBe(first)
    const bare = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
    const unknown = await t.call('GET', `/calendar/${'A'.repeat(43)}.ics`)
    const renewed = await t.call('GET', first)
    expect([unknown.status, bare(renewed.text)]).toEqual([404, bare(unknown.text)])
    await read(second)
    // Everything about the token counts.
    for (let at = 10; at < 53; at += 6) {
      const other = second[at] === 'A' ? 'B' : 'A'
      expect((await t.call('GET', second.slice(0, at) + other + second.slice(at + 1))).status).toBe(404)
    }
    for (const odd of ['x', 'x.ics', second.slice(10, -4), `${second.slice(10)}.ics`, '%00.ics'])
      expect((await t.call('GET', `/calendar/${odd}`)).status).toBe(404)
    expect(await feedOf(driver, 'DELETE')).toBeNull()
    expect([(await t.call('GET', second)).status, await feedOf(driver)]).toEqual([404, null])
  })

  test('the database does not contain what makes an address', async () => {
    const feed = await newFeed(driver)
    const { rows } = await sql<{ row: string }>`select to_jsonb(f)::text as row from calendar_feed f`.execute(
      t.db.kysely,
    )
    expect(rows.map(({ row }) => row).join()).not.toContain(feed.slice(10, -4))
  })

  test('a suspended account and one that is being deleted have no feed', async () => {
    const feed = await newFeed(driver)
    for (const [on, off] of [
      ["suspended_at = now(), suspended_reason = 'x'", 'suspended_at = null, suspended_reason = null'],
      ["purge_at = now() + interval '1 day'", 'purge_at = null'],
    ]) {
      await sql.raw(`update auth_user set ${on} where id = '${driver.id}'`).execute(t.db.kysely)
      expect((await t.call('GET', feed)).status).toBe(404)
      await sql.raw(`update auth_user set ${off} where id = '${driver.id}'`).execute(t.db.kysely)
      await read(feed)
    }
  })

  test('driver and passenger can download the file of their trip', async () => {
    const { id, departure } = await ride(['Oslo', 'Hamar'], 24)
    const reservation = await reserve(id, 'accepted')
    const files = [`/api/v1/reservations/${reservation}/calendar.ics`, `/api/v1/rides/${id}/calendar.ics`]
    for (const file of files) {
      const { events, headers } = await read(file, passenger)
      expect(events.map(({ uid }) => uid)).toEqual([`reservation-${reservation}@samtur`])
      expect(headers.get('content-disposition')).toMatch(
        new RegExp(`^attachment; filename="samtur-(ride|reservation)-${departure.toISOString().slice(0, 10)}\\.ics"$`),
      )
      expect((await read(file, driver)).events.map(({ uid }) => uid)).toEqual([`ride-${id}@samtur`])
      expect([(await t.call('GET', file, { as: stranger })).status, (await t.call('GET', file)).status]).toEqual([
        404, 401,
      ])
    }
  })

  test.each<[string, 'driver' | 'passenger', (ride: string, reservation: string) => string, object, string]>([
    ['the driver cancels the ride', 'driver', (id) => `/rides/${id}/cancel`, {}, 'CANCEL'],
    [
      'the driver takes the passenger off',
      'driver',
      (_, id) => `/reservations/${id}/remove`,
      { reason: 'x' },
      'PUBLISH',
    ],
    ['the passenger cancels', 'passenger', (_, id) => `/reservations/${id}/cancel`, {}, 'PUBLISH'],
  ])('when %s, the files cancel what is in the calendars', async (_, who, path, body, drivers) => {
    const { id } = await ride(['Oslo', 'Hamar'], 48)
    const asked = await t.call('POST', `/api/v1/rides/${id}/reservations`, {
      as: passenger,
      body: { from_position: 0, to_position: 1, seats_requested: 1 },
    })
    const reservation = asked.body.id as string
    await t.call('POST', `/api/v1/reservations/${reservation}/accept`, { as: driver })
    const files = [`/api/v1/reservations/${reservation}/calendar.ics`, `/api/v1/rides/${id}/calendar.ics`]
    const before = await read(files[0] ?? '', passenger)
    expect([before.method, before.events[0]?.status]).toEqual(['PUBLISH', 'CONFIRMED'])
    const own = await read(files[1] ?? '', driver)
    const as = who === 'driver' ? driver : passenger
    const { status } = await t.call('POST', `/api/v1${path(id, reservation)}`, { as, body })
    expect(status).toBe(200)
    for (const file of files) {
      const after = await read(file, passenger)
      const [event = expect.fail()] = after.events
      expect([after.method, event.uid, event.status]).toEqual(['CANCEL', before.events[0]?.uid, 'CANCELLED'])
      expect(event.sequence).toBeGreaterThan(before.events[0]?.sequence ?? Infinity)
      expect([event.start, event.location, after.text.includes('AB12345')]).toEqual([
        before.events[0]?.start,
        'Oslo',
        false,
      ])
      const theirs = await read(file, driver)
      expect([theirs.method, theirs.events[0]?.uid]).toEqual([drivers, own.events[0]?.uid])
      if (drivers === 'CANCEL') expect(theirs.events[0]?.sequence).toBeGreaterThan(own.events[0]?.sequence ?? Infinity)
      expect((await t.call('GET', file, { as: stranger })).status).toBe(404)
    }
    const ending = who === 'driver' ? 1 : 0
    await vi.waitFor(async () => {
      const { body: mails } = await t.call('GET', '/dev/mailbox.json')
      const linking = (mails as { to: string; text: string }[]).filter(
        ({ to, text }) => to === passenger.email && text.includes(t.app.origin() + files[0]),
      )
      expect(linking).toHaveLength(ending)
    })
  })

  test('a request that was never accepted has no file, also not after its end', async () => {
    const { id } = await ride(['Oslo', 'Hamar'], 24)
    const [pending, rejected] = [await reserve(id, 'pending'), await reserve(id, 'pending', [0, 1], stranger)]
    const files = [`/api/v1/reservations/${pending}/calendar.ics`, `/api/v1/rides/${id}/calendar.ics`]
    const statuses = () => Promise.all(files.map(async (file) => (await t.call('GET', file, { as: passenger })).status))
    expect(await statuses()).toEqual([404, 404])
    await sql`update reservation set status = 'cancelled', decided_at = app_now() where id = ${pending}`.execute(
      t.db.kysely,
    )
    await sql`update reservation set status = 'rejected', decided_at = app_now() where id = ${rejected}`.execute(
      t.db.kysely,
    )
    expect(await statuses()).toEqual([404, 404])
    expect((await t.call('GET', files[1] ?? '', { as: stranger })).status).toBe(404)
  })

  test('after a new reservation on the same ride its file is that of the new one', async () => {
    const { id } = await ride(['Oslo', 'Hamar'], 24)
    const first = await reserve(id, 'accepted')
    await sql`update reservation set status = 'cancelled', decided_at = app_now() where id = ${first}`.execute(
      t.db.kysely,
    )
    const second = await reserve(id, 'accepted')
    const file = await read(`/api/v1/rides/${id}/calendar.ics`, passenger)
    expect([file.method, file.events[0]?.uid]).toEqual(['PUBLISH', `reservation-${second}@samtur`])
    expect((await read(`/api/v1/reservations/${first}/calendar.ics`, passenger)).method).toBe('CANCEL')
  })

  test('a cancelled trip keeps what was agreed, also when the route has got other stops', async () => {
    const { id } = await ride(['Oslo', 'Hamar', 'Lillehammer'], 24)
    const reservation = await reserve(id, 'accepted', [1, 2])
    await sql`update reservation set status = 'cancelled', decided_at = app_now() where id = ${reservation}`.execute(
      t.db.kysely,
    )
    await sql`update ride_stop set text = 'Moss' where ride_id = ${id} and position > 0`.execute(t.db.kysely)
    const { events } = await read(`/api/v1/reservations/${reservation}/calendar.ics`, passenger)
    expect(events[0]).toMatchObject({ summary: 'Avlyst: Hamar → Lillehammer', location: 'Hamar' })
  })

  test('a link in a mail leads people without a session to the sign-in, programs to a 401', async () => {
    const { id } = await ride(['Oslo', 'Hamar'], 24)
    const file = `/api/v1/reservations/${await reserve(id, 'accepted')}/calendar.ics`
    const opened = await t.call('GET', file, { headers: { accept: 'text/html,*/*' } })
    expect([opened.status, opened.headers.get('location')]).toEqual([302, '/auth?next=%2Freservations'])
    expect((await t.call('GET', file)).status).toBe(401)
  })

  test('the licence plate is left out 30 days after arrival', async () => {
    const { id } = await ride(['Oslo', 'Hamar'], 1)
    await reserve(id, 'accepted')
    const file = `/api/v1/rides/${id}/calendar.ics`
    expect((await read(file, passenger)).text).toContain('AB12345')
    t.clock.advance(30 * DAY + 3 * HOUR)
    try {
      expect((await read(file, await signedInAgain(t.db.kysely, passenger))).text).not.toContain('AB12345')
    } finally {
      t.clock.advance(-30 * DAY - 3 * HOUR)
    }
  })
})

test('guessing addresses is limited', async () => {
  const env = { SECRET: testSecret, RATE_LIMITS: 'on' }
  t = await startTestApp({ clock: middleOf(HOUR), env, config: { localMailbox: false } })
  try {
    const responses: number[] = []
    for (let i = 0; i < 61; i++) responses.push((await t.call('GET', `/calendar/${'A'.repeat(43)}.ics`)).status)
    expect([responses.slice(0, 50).every((status) => status === 404), responses.at(-1)]).toEqual([true, 429])
  } finally {
    await t.close()
  }
})
