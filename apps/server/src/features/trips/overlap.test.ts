/** The warning of another trip at the same time, when a driver publishes or moves rides with `warn_overlap`. */
import { beforeEach, describe, expect, test } from 'vitest'
import { rideBody } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { clockAt, sharedApp } from '../../../test/shared-app.ts'

describe.each([usualKind])('on the %s database', (kind) => {
  // A Monday in winter.
  const { t, call: send } = sharedApp({ kind, clock: clockAt('2027-01-04T12:00:00+01:00') })
  let driver: TestPerson
  beforeEach(async () => {
    driver = await addPerson(t.db.kysely)
  })

  const call = (method: string, path: string, body?: object, as = driver) => send(method, path, as, body)
  const times = (from: string, to: string) => ({
    departure_time: `2027-02-01T${from}:00+01:00`,
    arrival_time: `2027-02-01T${to}:00+01:00`,
  })
  const publish = (from: string, to: string, changes: object = {}) =>
    call('POST', '/rides', { ...rideBody(t.clock), ...times(from, to), ...changes })
  const warn = { warn_overlap: true }
  const other = { from: 'Oslo', to: 'Trondheim', departure_time: '2027-02-01T07:00:00.000Z' }
  const warned = { status: 409, body: { code: 'overlapping_ride', params: other } }

  test('publishing warns of a ride at the same time, and publishes it without the request for a warning', async () => {
    expect((await publish('08:00', '15:00', warn)).status).toBe(201)
    expect(await publish('14:00', '20:00', warn)).toMatchObject(warned)
    expect((await publish('15:00', '20:00', warn)).status).toBe(201)
    expect((await publish('14:00', '20:00')).status).toBe(201)
    expect(await t.db.read.selectFrom('ride').select('id').where('driver_id', '=', driver.id).execute()).toHaveLength(3)
  })

  test('neither another driver’s ride nor a cancelled one overlaps', async () => {
    const { body } = await publish('08:00', '15:00')
    const other = await addPerson(t.db.kysely)
    const ride = { ...rideBody(t.clock), ...times('08:00', '15:00'), ...warn }
    expect((await call('POST', '/rides', ride, other)).status).toBe(201)
    await call('POST', `/rides/${body.id}/cancel`)
    expect((await publish('08:00', '15:00', warn)).status).toBe(201)
  })

  test('a trip as a passenger overlaps', async () => {
    const other = await addPerson(t.db.kysely)
    const ride = { ...rideBody(t.clock), ...times('08:00', '15:00') }
    const { id } = (await call('POST', '/rides', ride, other)).body
    expect((await call('POST', `/rides/${id}/reservations`, { seats_requested: 1 })).status).toBe(201)
    expect(await publish('10:00', '12:00', warn)).toMatchObject(warned)
  })

  test('moving a ride warns of other rides, never of itself, and not when the time stays', async () => {
    await publish('08:00', '15:00')
    const { id } = (await publish('16:00', '20:00')).body
    const edit = (changes: object) => call('PATCH', `/rides/${id}`, changes)
    expect((await edit({ ...times('16:30', '20:30'), ...warn })).status).toBe(200)
    expect(await edit({ ...times('14:30', '20:30'), ...warn })).toMatchObject(warned)
    expect((await edit(times('14:30', '20:30'))).status).toBe(200)
    expect((await edit({ notes: 'Ny tekst', ...warn })).status).toBe(200)
  })

  test('a series warns before anything is stored, when it is published and when its clock times change', async () => {
    await publish('08:00', '15:00')
    const { departure_time: _, arrival_time: _1, ...ride } = rideBody(t.clock) as Record<string, unknown>
    const series = (from: string, to: string, more: object = {}) => ({
      ...ride,
      date: '2027-01-18',
      departure_clock: from,
      arrival_clock: to,
      repeat: { weekdays: [1], until: '2027-02-15' },
      ...more,
    })
    expect(await call('POST', '/ride-series', series('14:00', '18:00', warn))).toMatchObject(warned)
    expect(await t.db.read.selectFrom('ride').select('id').where('driver_id', '=', driver.id).execute()).toHaveLength(1)
    const { series_id: id } = (await call('POST', '/ride-series', series('15:00', '18:00', warn))).body
    const edit = (changes: object) => call('PATCH', `/ride-series/${id}`, { from: '2027-01-18', ...changes })
    expect(await edit({ departure_clock: '14:00', ...warn })).toMatchObject(warned)
    expect((await edit({ arrival_clock: '18:30', ...warn })).body).toMatchObject({ refused: [] })
    expect((await edit({ departure_clock: '14:00' })).body.changed).toHaveLength(5)
  })
})
