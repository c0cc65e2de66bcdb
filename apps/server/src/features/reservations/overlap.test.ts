/** A request for seats on a ride that overlaps with another trip of the passenger. */
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../../test/database.ts'
import {
  act,
  call,
  driver,
  moved,
  ola,
  publish,
  request,
  requested,
  setUpReservations,
  t,
} from '../../../test/reservation-fixtures.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'

describe.each(databaseKinds)('on the %s database', (kind) => {
  setUpReservations(kind)

  const requestOnce = (ride: string, as: TestPerson, body = {}) =>
    request(ride, as, { accept_overlap: undefined, ...body })

  test('a request that overlaps with another trip is refused unless the passenger accepts the overlap', async () => {
    const eva = await addPerson(t.db.kysely, { name: 'Eva' })
    const [first, second] = [await publish(), await publish({ inHours: 50 })]
    await requested(first.id, eva, { from_position: 0, to_position: 2 })
    const refused = await requestOnce(second.id, eva)
    expect([refused.status, refused.body.code]).toEqual([409, 'overlapping_ride'])
    const { departure_time, route } = first
    expect(refused.body.params).toEqual({ from: 'Oslo', to: 'Lillehammer', departure_time })
    expect(Date.parse(route[2].passes_at)).toBeGreaterThan(Date.parse(second.departure_time))
    expect((await requestOnce(second.id, eva, { accept_overlap: false })).status).toBe(409)
    expect((await requestOnce(second.id, eva, { accept_overlap: true })).status).toBe(201)
  })

  test('a trip that departs when another arrives does not overlap', async () => {
    const eva = await addPerson(t.db.kysely, { name: 'Eva' })
    const there = await publish()
    const back = await publish({
      departure_time: there.arrival_time,
      arrival_time: moved(there, 7 * 60).arrival_time,
    })
    await requested(there.id, eva)
    expect((await requestOnce(back.id, eva)).status).toBe(201)
  })

  test('an own ride overlaps; cancelled rides and withdrawn or rejected requests do not', async () => {
    const eva = await addPerson(t.db.kysely, { name: 'Eva' })
    const [own, others, third] = [await publish({ start_location: 'Moss' }, eva), await publish(), await publish()]
    expect((await requestOnce(others.id, eva)).body).toMatchObject({
      code: 'overlapping_ride',
      params: { from: 'Moss', to: 'Trondheim' },
    })
    await call('POST', `/rides/${own.id}/cancel`, eva)
    const id = (await requestOnce(others.id, eva)).body.id
    expect((await requestOnce(third.id, eva)).body.code).toBe('overlapping_ride')
    await act(id, 'cancel', eva)
    const refused = (await requestOnce(third.id, eva)).body.id
    await act(refused, 'reject', driver)
    expect((await requestOnce(others.id, eva)).status).toBe(201)
  })

  test('of four overlapping requests at the same moment one is stored', async () => {
    for (let round = 0; round < 4; round++) {
      const eva = await addPerson(t.db.kysely, { name: 'Eva' })
      const rides = await Promise.all([publish(), publish({}, ola), publish(), publish({}, ola)])
      const responses = await Promise.all(rides.map(({ id }) => requestOnce(id, eva)))
      const codes = responses.map(({ status, body }) => (status === 201 ? 'stored' : body.code))
      expect(codes.filter((code) => code === 'stored')).toHaveLength(1)
      expect(codes.filter((code) => code === 'overlapping_ride')).toHaveLength(3)
    }
  }, 30_000)
})
