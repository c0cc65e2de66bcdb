/** A driver accepts requests for detours at the same moment as other things happen to the ride. */
import { expect, test } from 'vitest'
import { placeOfStop } from '../src/features/places/port.ts'
import { findViolations } from '../src/platform/db/invariants.ts'
import { describePostgres } from './database.ts'
import { setUpRace } from './races.ts'

const idOf = (text: string) => placeOfStop({ text, place_id: null })?.id ?? 0
const towns = ['Slagelse', 'Nyborg', 'Ringsted', 'Sorø', 'Korsør', 'Middelfart'].map(idOf)

describePostgres('many clients on PostgreSQL', () => {
  const { race, call, publish, ask } = setUpRace(8)
  const way = { start_location: 'København', stops: [], end_location: 'Aarhus', detour_minutes: 30, total_seats: 3 }
  const detourTo = (place_id: number | undefined, end: 'start' | 'end') => ({
    from_position: 0,
    to_position: 1,
    detour: { place_id, end },
  })
  const act = (id: string, verb: string, body?: object) =>
    call('POST', `/reservations/${id}/${verb}`, race.driver, body)
  const read = async (id: string) => (await call('GET', `/rides/${id}`, race.driver)).body
  const statusesOf = (rideId: string) =>
    race.db.kysely.selectFrom('reservation').select(['id', 'status']).where('ride_id', '=', rideId).execute()
  const checkInvariants = async () => expect(await findViolations(race.db.kysely)).toEqual([])

  test('each acceptance sent four times makes one stop, and no seat is sold twice', async () => {
    for (let round = 0; round < 8; round++) {
      const { id } = await publish(way)
      const asked = await Promise.all(
        race.passengers
          .slice(0, 6)
          .map((as, nth) => ask(id, as, detourTo(towns[nth], nth % 2 === 0 ? 'start' : 'end'))),
      )
      const over = { minutes_over_limit: 60 }
      const answers = await Promise.all(asked.flatMap((one) => [1, 2, 3, 4].map(() => act(one, 'accept', over))))
      expect(new Set(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409))).toEqual(
        new Set(),
      )
      const accepted = (await statusesOf(id)).filter(({ status }) => status === 'accepted')
      expect(accepted.length).toBeGreaterThanOrEqual(3)
      expect((await read(id)).stops).toHaveLength(accepted.length)
      await checkInvariants()
    }
  })

  test('of acceptances at the same moment, those beyond the limit are refused', async () => {
    for (let round = 0; round < 15; round++) {
      const { id } = await publish({ ...way, detour_minutes: 10 })
      const asked = await Promise.all(
        race.passengers.slice(0, 3).map((as, nth) => ask(id, as, detourTo(towns[nth], 'start'))),
      )
      const answers = await Promise.all(asked.map((one) => act(one, 'accept')))
      const codes = answers.map(({ status, body }) => (status === 200 ? 'accepted' : body.code))
      expect(codes).toContain('accepted')
      expect(codes).toContain('detour_over_limit')
      const { detour_minutes_used: used } = await race.db.kysely
        .selectFrom('ride')
        .select('detour_minutes_used')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(used).toBeLessThanOrEqual(10)
      await checkInvariants()
    }
  })

  test('two requests from one place become one stop', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await publish(way)
      const [pia, ola] = race.passengers
      if (!pia || !ola) throw new Error('no passengers')
      const asked = await Promise.all([pia, ola].map((as) => ask(id, as, detourTo(towns[0], 'start'))))
      expect((await Promise.all(asked.map((one) => act(one, 'accept')))).map(({ status }) => status)).toEqual([
        200, 200,
      ])
      expect((await read(id)).stops).toEqual(['Slagelse'])
      await checkInvariants()
    }
  })

  test('an acceptance and a change, a withdrawal, a block or a cancellation of the ride leave the ride whole', async () => {
    const rivals: ((id: string, detour: string) => Promise<{ status: number }>)[] = [
      (_, detour) => call('POST', `/reservations/${detour}/cancel`, race.passengers[0] ?? race.driver),
      () => call('PUT', `/me/blocks/${race.passengers[0]?.id}`, race.driver),
      (id: string) => call('PATCH', `/rides/${id}`, race.driver, { detour_minutes: 0 }),
      (id: string) => call('PATCH', `/rides/${id}`, race.driver, { stops: ['Odense'] }),
      (id: string) => call('PATCH', `/rides/${id}`, race.driver, { price: 5 }),
      (id: string) => call('POST', `/rides/${id}/cancel`, race.driver),
    ]
    for (let round = 0; round < 24; round++) {
      const { id } = await publish(way)
      const [pia, ola] = race.passengers
      if (!pia || !ola) throw new Error('no passengers')
      const [detour, whole] = [await ask(id, pia, detourTo(towns[0], 'start')), await ask(id, ola)]
      const rival = rivals[round % rivals.length] ?? expect.fail('no rival')
      const answers = await Promise.all([act(detour, 'accept'), rival(id, detour), act(whole, 'accept')])
      expect(answers.map(({ status }) => [200, 409].includes(status))).toEqual([true, true, true])
      await checkInvariants()
      await call('DELETE', `/me/blocks/${pia.id}`, race.driver)
    }
  })
})
