/** The list of meeting points, its administration, and the points of rides. */
import { randomUUID } from 'node:crypto'
import { csvColumns } from '@samtur/contract/meeting-points'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rideBody } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { eachRow } from '../../../test/each-row.ts'
import { uniqueWord } from '../../../test/random.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { clockAt, sharedApp } from '../../../test/shared-app.ts'
import { findViolations } from '#platform/db/invariants'
import { notifyDue } from '../reservations/jobs.ts'
import { shippedPoints, storeShippedPoints } from './port.ts'

const OSLO = 3143244
const TRONDHEIM = 3133880
const LOM = 3147026

/** What a point has that administrators add. */
const trial = { place_id: OSLO, kind: 'other', source: 'Prøve' }
/** What is known of a shipped point beside its name and kind. */
const unknown = { lat: null, lon: null, step_free: null, shelter: null, toilet: null, parking_hours: null }

interface Point {
  id: string
  name: string
  kind: string
}

describe.each([usualKind])('on the %s database', (kind) => {
  const { t, call } = sharedApp({ kind, clock: clockAt('2027-06-15T10:00:00+02:00') })
  let driver: TestPerson
  let passenger: TestPerson
  let admin: TestPerson
  beforeAll(async () => {
    admin = await addPerson(t.db.kysely, { role: 'admin', name: 'Adele Styrer' })
  })
  afterAll(async () => expect(await findViolations(t.db.kysely)).toEqual([]))
  beforeEach(async () => {
    driver = await addPerson(t.db.kysely, { name: 'Dag Sjåfør' })
    passenger = await addPerson(t.db.kysely, { name: 'Pia Passasjer' })
  })

  const list = async (placeId: number) => (await call('GET', `/meeting-points?place_id=${placeId}`)).body
  const pointOf = async (placeId: number, name: string) =>
    ((await list(placeId)).items as Point[]).find((point) => point.name === name)?.id ?? ''
  const add = (changes: object, as = admin) =>
    call('POST', '/admin/meeting-points', as, { ...trial, name: `Prøvested ${uniqueWord()}`, ...changes })
  const restore = (id: string) => call('POST', `/admin/meeting-points/${id}/restore`, admin, {})
  const dismiss = (body: object) => call('POST', '/admin/meeting-points/suggestions/dismiss', admin, body)
  const change = (id: string, body: object, as = admin) => call('PATCH', `/admin/meeting-points/${id}`, as, body)
  const retire = (id: string, as = admin) => call('DELETE', `/admin/meeting-points/${id}`, as)
  const log = async () => (await call('GET', '/admin/audit-log?limit=1', admin)).body.items[0]

  describe('the list', () => {
    test('has the points of a large place with what is known of them', async () => {
      const { place, items } = await list(OSLO)
      expect(place).toMatchObject({ id: OSLO, name: 'Oslo', kind: 'town' })
      const id = shippedPoints().find(({ name }) => name === 'Oslo S')?.id
      expect(items[0]).toEqual({ id, name: 'Oslo S', kind: 'station', ...unknown, source: 'Samtur' })
    })

    test('is empty for a small place, whose centre is offered, and unknown for a place that does not exist', async () => {
      expect(await list(LOM)).toMatchObject({ place: { id: LOM }, items: [] })
      expect((await call('GET', '/meeting-points?place_id=1')).status).toBe(404)
      expect((await call('GET', '/meeting-points?place_id=x')).body.fields).toEqual({ place_id: 'invalid' })
      expect((await call('GET', '/meeting-points')).status).toBe(422)
    })

    test('has the coordinates of an airport from the gazetteer', async () => {
      const { items } = await list(3161732)
      expect(items.find((point: Point) => point.kind === 'airport')).toMatchObject({ lat: 60.28910, lon: 5.22820 }) // prettier-ignore
    })

    test('is stored once, and a later start neither restores what was retired nor undoes a correction', async () => {
      const [first, second] = (await list(2621912)).items as [Point, Point]
      await retire(first.id)
      await change(second.id, { name: 'Rettet navn' })
      expect(await storeShippedPoints(t.db.kysely)).toBe(0)
      const names = ((await list(2621912)).items as Point[]).map(({ name }) => name)
      expect(names).toContain('Rettet navn')
      expect(names).not.toContain(first.name)
    })

    test('a shipped point is left out where an administrator has added one of its name', async () => {
      const { rows } = await sql<{ id: string; name: string; place_id: number }>`
        delete from meeting_point where name = 'Hønefoss stasjon' returning id, name, place_id`.execute(t.db.kysely)
      const [gone] = rows
      await add({ place_id: gone?.place_id, name: 'HØNEFOSS stasjon' })
      expect(await storeShippedPoints(t.db.kysely)).toBe(0)
    })
  })

  describe('administrators', () => {
    test('add, correct and retire a point, and the log names them', async () => {
      const added = await add({ name: 'Prøvekaia', kind: 'ferry_quay', lat: 59.9, lon: 10.7, toilet: true })
      expect(added).toMatchObject({ status: 201, body: { place: 'Oslo', name: 'Prøvekaia', lat: 59.9, toilet: true } })
      const { id } = added.body
      const details = { name: 'Prøvekaia', place_id: OSLO, meeting_point_id: id }
      expect(await log()).toMatchObject({ action: 'meeting_point_added', details })
      const changed = await change(id, { lat: null, lon: null, shelter: false, parking_hours: 2 })
      expect(changed.body).toMatchObject({ lat: null, lon: null, shelter: false, toilet: true, parking_hours: 2 })
      expect((await change(id, { shelter: false })).body.updated_at).toBe(changed.body.updated_at)
      expect((await retire(id)).body.retired_at).toEqual(expect.any(String))
      expect([(await retire(id)).status, (await change(id, { name: 'X' })).status]).toEqual([404, 404])
      expect(await pointOf(OSLO, 'Prøvekaia')).toBe('')
      expect((await add({ name: 'Prøvekaia' })).status).toBe(201)
    })

    test('restore a point, unless the place has another one of its name by now', async () => {
      const { body: point } = await add({ name: 'Prøvetorget' })
      expect((await restore(point.id)).status).toBe(404)
      await retire(point.id)
      expect((await restore(point.id)).body).toMatchObject({ id: point.id, retired_at: null })
      expect(await log()).toMatchObject({ action: 'meeting_point_restored', details: { name: 'Prøvetorget' } })
      expect(await pointOf(OSLO, 'Prøvetorget')).toBe(point.id)
      await retire(point.id)
      await add({ name: 'prøvetorget' })
      expect((await restore(point.id)).body.fields).toEqual({ name: 'name_taken' })
    })

    test('dismiss a suggestion once, as a retired point', async () => {
      const { status, body } = await dismiss({ place_id: OSLO, name: 'Prøvehjørnet' })
      expect([status, body.retired_at, body.name]).toEqual([200, expect.any(String), 'Prøvehjørnet'])
      expect((await dismiss({ place_id: OSLO, name: 'PRØVEHJØRNET' })).body.id).toBe(body.id)
      expect(await pointOf(OSLO, 'Prøvehjørnet')).toBe('')
      expect((await dismiss({ place_id: 1, name: 'X' })).body.fields).toEqual({ place_id: 'unknown_place' })
      expect((await dismiss({ place_id: OSLO, name: ' ' })).body.fields).toEqual({ name: 'required' })
    })

    test('can neither add a point at a wrong place nor move one there', async () => {
      const rows = [
        [{ lat: 61, lon: 10.75 }, { lat: 'too_far_away' }],
        [{ lat: 0, lon: 0 }, { lat: 'out_of_range' }],
        [{ lat: 91, lon: 10 }, { lat: 'out_of_range' }],
        [{ lat: 59.9 }, { lon: 'required' }],
        [{ place_id: 1 }, { place_id: 'unknown_place' }],
        [{ name: 'oslo s' }, { name: 'name_taken' }],
      ] as const
      await eachRow(rows, JSON.stringify, async ([body, fields]) =>
        expect(await add(body)).toMatchObject({ status: 422, body: { code: 'validation', fields } }),
      )
      const { body } = await add({ lat: 59.9, lon: 10.7 })
      expect((await change(body.id, { lat: 0, lon: 0 })).body.fields).toEqual({ lat: 'out_of_range' })
      expect((await change(body.id, { lon: null })).body.fields).toEqual({ lon: 'required' })
      expect((await change(body.id, { name: 'Oslo S' })).body.fields).toEqual({ name: 'name_taken' })
      expect((await change(body.id, { place_id: TRONDHEIM })).body.fields).toEqual({ place_id: 'unknown_field' })
    })

    test('cannot give a point a name with more in it than a name, in any way', async () => {
      const names = ['Ring 912 34 567', 'Se oslo-s.example', 'Oslo S www.x', '<b>Oslo S</b>']
      const { body: point } = await add({})
      await eachRow(names, String, async (name) => {
        const fields = { name: 'more_than_a_name' }
        expect(await add({ name })).toMatchObject({ status: 422, body: { fields } })
        expect((await change(point.id, { name })).body.fields).toEqual(fields)
        const params = { line: 2, column: 'name' }
        for (const id of ['', point.id as string]) {
          const refused = await send([header, `${id},${OSLO},,${name},other,,,,,,,Kari`].join('\n'))
          expect(refused).toMatchObject({ status: 422, body: { fields: { csv: 'more_than_a_name' }, params } })
        }
        const dismissed = await dismiss({ place_id: OSLO, name })
        expect((await restore(dismissed.body.id)).body.fields).toEqual(fields)
      })
    })

    test('change a point whose name is from before names were checked', async () => {
      const { body: point } = await add({})
      await sql`update meeting_point set name = 'Ring 912 34 567' where id = ${point.id}`.execute(t.db.kysely)
      const changed = await change(point.id, { name: 'Ring 912 34 567', shelter: true })
      expect(changed).toMatchObject({ status: 200, body: { name: 'Ring 912 34 567', shelter: true } })
      await retire(point.id)
    })

    test('page through all points, also retired ones', async () => {
      const seen: string[] = []
      let cursor: string | null = ''
      do {
        const { body } = await call('GET', `/admin/meeting-points${cursor && `?cursor=${cursor}`}`, admin)
        seen.push(...(body.items as Point[]).map(({ id }) => id))
        cursor = body.next_cursor as string | null
      } while (cursor)
      const { rows } = await sql<{ id: string }>`select id from meeting_point order by id`.execute(t.db.kysely)
      expect(seen).toEqual(rows.map(({ id }) => id))
      const { body } = await call('GET', `/admin/meeting-points?place_id=${TRONDHEIM}`, admin)
      expect(new Set(body.items.map((point: { place: string }) => point.place))).toEqual(new Set(['Trondheim']))
    })

    const file = async () => (await call('GET', '/admin/meeting-points/file', admin)).body.csv as string
    const send = (csv: string) => call('POST', '/admin/meeting-points/file', admin, { csv })
    const header = csvColumns.join(',')

    test('export the list, correct it in a spreadsheet program and import it', async () => {
      const { body: point } = await add({ source: '@SUM(A1)' })
      // From before names were checked.
      await sql`update meeting_point set name = '=HYPERLINK("http://x")' where id = ${point.id}`.execute(t.db.kysely)
      const lines = (await file()).split('\r\n')
      const own = lines.find((line) => line.includes(point.id)) ?? ''
      expect(own).toContain(`"'=HYPERLINK(""http://x"")"`)
      expect(own).toContain(`"'@SUM(A1)"`)
      expect((await send([header, own].join('\r\n'))).body).toEqual({ added: 0, changed: 0, unchanged: 1 })
      const corrected = own.replace(`"'=HYPERLINK(""http://x"")"`, '"Rettet i fil"').replace('"","",', '"59,9","10,7",')
      const created = `,${OSLO},,Ny i fil,bus_stop,,,yes,,,24,Kari`
      expect((await send([header, corrected, created].join('\n'))).body).toEqual({ added: 1, changed: 1, unchanged: 0 })
      expect(await log()).toMatchObject({ action: 'meeting_points_imported', details: { rows: 2 } })
      const { items } = await list(OSLO)
      const moved = { id: point.id, name: 'Rettet i fil', lat: 59.9, lon: 10.7 }
      expect(items).toContainEqual(expect.objectContaining(moved))
      expect(items).toContainEqual(expect.objectContaining({ name: 'Ny i fil', step_free: true, parking_hours: 24 }))
    })

    test('import nothing of a file with a wrong row', async () => {
      const line = (row: string, column: string) => ({ csv: `${header}\n${row}`, params: { line: 2, column } })
      const rows = [
        { csv: 'navn;type\nOslo S;station', params: { line: 1 }, code: 'invalid' },
        { ...line(`,${OSLO},,A,other,61,10.75,,,,,Kari`, 'lat'), code: 'too_far_away' },
        { ...line(`,${OSLO},,Oslo S,other,,,,,,,Kari`, 'name'), code: 'name_taken' },
        { ...line(`${randomUUID()},${OSLO},,B,other,,,,,,,Kari`, 'id'), code: 'unknown_meeting_point' },
        { ...line(',1,,B,other,,,,,,,Kari', 'place_id'), code: 'unknown_place' },
      ]
      const nameOf = ({ code }: (typeof rows)[number]) => code
      await eachRow(rows, nameOf, async ({ csv, params, code }) => {
        const name = `Først ${uniqueWord()}`
        const first = `,${OSLO},,${name},other,,,,,,,Kari`
        const sent = csv.startsWith(header) ? `${csv}\n${first}` : csv
        expect(await send(sent)).toMatchObject({ status: 422, body: { fields: { csv: code }, params } })
        expect(await pointOf(OSLO, name)).toBe('')
      })
    })
  })

  describe('a ride', () => {
    const stop = (text: string, meeting_point_id?: string | null) => ({ text, meeting_point_id })
    const publish = (body: Record<string, unknown>) => call('POST', '/rides', driver, rideBody(t.clock, body))
    const edit = (id: string, body: object) => call('PATCH', `/rides/${id}`, driver, body)
    const points = (body: { route: { meeting_point_id: string | null }[] }) =>
      body.route.map(({ meeting_point_id: id }) => id)

    test('shows the points of its stops, and keeps them while other things change', async () => {
      const [start, end] = [await pointOf(OSLO, 'Oslo bussterminal'), await pointOf(TRONDHEIM, 'Trondheim S')]
      const { status, body } = await publish({
        start_location: stop('Oslo', start),
        stops: ['Hamar'],
        end_location: stop('Trondheim', end),
      })
      expect([status, points(body)]).toEqual([201, [start, null, end]])
      const shown = { id: start, name: 'Oslo bussterminal', kind: 'bus_stop', ...unknown }
      expect(body.route[0].meeting_point).toEqual(shown)
      const edits: [object, (string | null)[]][] = [
        [{ price: 100 }, [start, null, end]],
        // A client that does not know of points sends the stops without them.
        [{ stops: ['Lillehammer'] }, [start, null, end]],
        [{ start_location: 'Oslo sentrum' }, [start, null, end]],
        [{ end_location: stop('Trondheim', null) }, [start, null, null]],
        [{ start_location: 'Drammen' }, [null, null, null]],
      ]
      for (const [changes, expected] of edits) expect(points((await edit(body.id, changes)).body)).toEqual(expected)
      const found = await call('GET', '/rides?from=Drammen&to=Trondheim')
      expect(found.body.items.find((ride: { id: string }) => ride.id === body.id)).toMatchObject({
        route: [{ meeting_point: null }, {}, {}],
      })
    })

    test('is refused with a point that is unknown, retired or of another place, at the field of the stop', async () => {
      const trondheim = await pointOf(TRONDHEIM, 'Trondheim S')
      const { body: gone } = await add({})
      await retire(gone.id)
      const rows: [Record<string, unknown>, string][] = [
        [{ start_location: stop('Oslo', trondheim) }, 'unknown_meeting_point'],
        [{ start_location: stop('Oslo', gone.id) }, 'unknown_meeting_point'],
        [{ stops: [stop('Hamar', randomUUID())] }, 'unknown_meeting_point'],
        [{ end_location: stop('Xyzzy', trondheim) }, 'unknown_meeting_point'],
        [{ end_location: stop('Trondheim', 'x') }, 'invalid'],
      ]
      for (const [body, code] of rows)
        expect((await publish(body)).body.fields).toEqual({ [Object.keys(body)[0] ?? '']: code })
    })

    test('keeps a point that is retired later, also through an edit', async () => {
      const { body: point } = await add({ name: 'Snart borte' })
      const { body } = await publish({ start_location: stop('Oslo', point.id) })
      await retire(point.id)
      const edited = await edit(body.id, { start_location: stop('Oslo ', point.id), end_location: 'Trondheim sentrum' })
      expect([edited.status, edited.body.route[0].meeting_point.name]).toEqual([200, 'Snart borte'])
    })

    test('a series and its return trip have the points at their places', async () => {
      const start = await pointOf(OSLO, 'Oslo S')
      const {
        departure_time: _,
        arrival_time: _1,
        ...ride
      } = rideBody(t.clock, { start_location: stop('Oslo', start) })
      const clocks = { departure_clock: '08:00', arrival_clock: '15:00' }
      const series = { ...ride, ...clocks, date: '2027-06-20', return_trip: { days_later: 1, ...clocks } }
      const { status, body } = await call('POST', '/ride-series', driver, series)
      expect(status).toBe(201)
      const [out, back] = await Promise.all(
        body.items.map(async ({ id }: { id: string }) => points((await call('GET', `/rides/${id}`)).body)),
      )
      expect(out).toEqual([start, null, null, null])
      expect(back).toEqual([null, null, null, start])
    })

    const told = async ({ id }: TestPerson) =>
      (
        await sql<{ params: object }>`
          select params from notification where user_id = ${id} and kind = 'ride_changed'`.execute(t.db.kysely)
      ).rows
    const decide = async (reservation: string, verb: string, body: object = {}) =>
      (await call('POST', `/reservations/${reservation}/${verb}`, driver, body)).body

    describe('a passenger who asks for another point', () => {
      const request = (rideId: string, body: object, as = passenger) =>
        call('POST', `/rides/${rideId}/reservations`, as, { seats_requested: 1, ...body })
      const none = { start: null, end: null }

      test('meets the driver there once the request is accepted, and others confirm', async () => {
        const [start, other] = [await pointOf(OSLO, 'Oslo S'), await pointOf(OSLO, 'Helsfyr')]
        const { body: ride } = await publish({ start_location: stop('Oslo', start) })
        const second = await addPerson(t.db.kysely, { name: 'Sol Passasjer' })
        const { body: before } = await request(ride.id, {}, second)
        await decide(before.id, 'accept')
        const { status, body: asked } = await request(ride.id, { start_point_id: other })
        const names = [asked.meeting_points.start.name, asked.proposed_points.start.name]
        expect([status, names]).toEqual([201, ['Oslo S', 'Helsfyr']])
        const agreed = { meeting_points: { start: { name: 'Helsfyr' } }, proposed_points: none }
        const accepted = { status: 'accepted', ...agreed, awaits_confirmation: false }
        expect(await decide(asked.id, 'accept')).toMatchObject(accepted)
        const { body: after } = await call('GET', `/rides/${ride.id}`)
        expect([points(after)[0], after.version > ride.version]).toEqual([other, true])
        const { items } = (await call('GET', '/me/reservations', second)).body
        expect(items[0].change).toMatchObject({ start_point: 'Oslo S' })
        expect(await told(second)).toMatchObject([{ params: { confirm: true, meeting_point: 'Helsfyr' } }])
      })

      test('keeps the point of the ride where the driver says so, or rejects', async () => {
        const [start, other] = [await pointOf(OSLO, 'Oslo S'), await pointOf(TRONDHEIM, 'Trondheim S')]
        const { body: ride } = await publish({ start_location: stop('Oslo', start) })
        const { body: asked } = await request(ride.id, { end_point_id: other })
        const accepted = await decide(asked.id, 'accept', { keep_points: true })
        expect(accepted).toMatchObject({ status: 'accepted', meeting_points: { end: null }, proposed_points: none })
        const second = await addPerson(t.db.kysely, { name: 'Sol Passasjer' })
        const { body: rejected } = await request(ride.id, { end_point_id: other }, second)
        await decide(rejected.id, 'reject')
        expect(points((await call('GET', `/rides/${ride.id}`)).body)).toEqual([start, null, null, null])
        const { rows } = await sql`select id from reservation where ride_id = ${ride.id}
          and (proposed_from_point is not null or proposed_to_point is not null)`.execute(t.db.kysely)
        expect(rows).toEqual([])
      })

      test('waits for the driver also where seats are given at once, and asks for nothing with the point of the ride', async () => {
        const [start, other] = [await pointOf(OSLO, 'Oslo S'), await pointOf(OSLO, 'Helsfyr')]
        const { body: ride } = await publish({ start_location: stop('Oslo', start), instant_booking: 'all' })
        expect((await request(ride.id, { start_point_id: other })).body.status).toBe('pending')
        const second = await addPerson(t.db.kysely, { name: 'Sol Passasjer' })
        const { body } = await request(ride.id, { start_point_id: start }, second)
        expect(body).toMatchObject({ status: 'accepted', proposed_points: none })
      })

      test('is refused with a point that is unknown, retired or of another place', async () => {
        const { body: ride } = await publish({})
        const { body: gone } = await add({})
        await retire(gone.id)
        const start = { start_point_id: 'unknown_meeting_point' }
        for (const start_point_id of [randomUUID(), gone.id as string])
          expect((await request(ride.id, { start_point_id })).body.fields).toEqual(start)
        const elsewhere = { end_point_id: await pointOf(OSLO, 'Oslo S') }
        expect((await request(ride.id, elsewhere)).body.fields).toEqual({ end_point_id: 'unknown_meeting_point' })
        expect((await request(ride.id, { end_point_id: 7 })).body.fields).toEqual({ end_point_id: 'invalid' })
      })

      test('keeps the point of a stop that the driver has moved to another place meanwhile', async () => {
        const { body: ride } = await publish({ start_location: 'Oslo' })
        const { body: asked } = await request(ride.id, { start_point_id: await pointOf(OSLO, 'Oslo S') })
        const moveTo = (placeId: number) =>
          t.db.kysely
            .updateTable('ride_stop')
            .set({ place_id: placeId })
            .where('ride_id', '=', ride.id)
            .where('position', '=', 0)
            .execute()
        await moveTo(LOM)
        expect(await decide(asked.id, 'accept')).toMatchObject({ status: 'accepted', meeting_points: none })
        await moveTo(OSLO)
      })
    })

    test('an accepted passenger confirms another point; reminder and calendar name the one that is agreed', async () => {
      const [start, other] = [await pointOf(OSLO, 'Oslo S'), await pointOf(OSLO, 'Oslo bussterminal')]
      const { body: ride } = await publish({ start_location: stop('Oslo', start) })
      const { body: reserved } = await call('POST', `/rides/${ride.id}/reservations`, passenger, { seats_requested: 1 })
      expect(reserved.meeting_points).toEqual({ start: expect.objectContaining({ name: 'Oslo S' }), end: null })
      expect((await decide(reserved.id, 'accept')).meeting_points.start.name).toBe('Oslo S')
      const own = async () => (await call('GET', '/me/reservations', passenger)).body.items[0]
      expect((await own()).change).toBeNull()

      const edited = await edit(ride.id, { start_location: stop('Oslo', other) })
      expect((await own()).change).toMatchObject({ start_location: 'Oslo', start_point: 'Oslo S', end_point: null })
      expect(await told(passenger)).toMatchObject([{ params: { confirm: true, meeting_point: 'Oslo bussterminal' } }])
      const seen = { ride_version: edited.body.version as number }
      const confirmed = await call('POST', `/reservations/${reserved.id}/confirm`, passenger, seen)
      expect(confirmed.body).toMatchObject({ change: null, meeting_points: { start: { name: 'Oslo bussterminal' } } })
      const { text } = await call('GET', `/rides/${ride.id}/calendar.ics`, passenger)
      expect(text).toContain('LOCATION:Oslo bussterminal\\, Oslo')

      const departure = Date.parse(ride.departure_time)
      t.clock.advance(departure - t.clock.now().getTime() - 20 * 3_600_000)
      await notifyDue({ ...t.app.parts, origin: t.app.origin })
      const reminders = await sql<{ user_id: string; params: object }>`
        select user_id, params from notification
        where kind = 'trip_tomorrow' and user_id in (${passenger.id}, ${driver.id})`.execute(t.db.kysely)
      expect(reminders.rows).toHaveLength(2)
      for (const { params } of reminders.rows) expect(params).toMatchObject({ meeting_point: 'Oslo bussterminal' })
    })
  })
})
