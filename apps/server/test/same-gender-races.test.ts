/** Requests for seats on rides for one gender, while a gender changes. */
import { expect, test } from 'vitest'
import { describePostgres } from './database.ts'
import { setUpRace } from './races.ts'
import { addPerson } from './sessions.ts'

const ROUNDS = 25

describePostgres('on the postgres database', () => {
  const { race, call, publish } = setUpRace(0, { SAME_GENDER_RIDES: 'on', RATE_LIMITS: 'off' })
  const setGender = (id: string, gender: 'kvinne' | 'mann') =>
    race.db.kysely.updateTable('profile').set({ gender, gender_counts_at: new Date() }).where('id', '=', id).execute()
  const gets = async (ride: string, as: Parameters<typeof call>[2]) => (await call('GET', `/rides/${ride}`, as)).status

  test('a seat is given before the change or not at all, and one that was given stays', async () => {
    await setGender(race.driver.id, 'kvinne')
    const outcomes = new Set<number>()
    for (let round = 0; round < ROUNDS; round++) {
      const passenger = await addPerson(race.db.kysely)
      await setGender(passenger.id, 'kvinne')
      const ride = await publish({ same_gender: true, instant_booking: round % 2 === 0 ? 'all' : 'off' })
      const ask = () =>
        call('POST', `/rides/${ride.id}/reservations`, passenger, { seats_requested: 1, accept_overlap: true })
      const change = () => call('PATCH', '/me/profile', passenger, { gender: 'mann' })
      const [asked, changed] =
        round % 3 === 0 ? await Promise.all([ask(), change()]) : (await Promise.all([change(), ask()])).toReversed()
      expect(changed?.status).toBe(200)
      expect([201, 404]).toContain(asked?.status)
      outcomes.add(asked?.status ?? 0)
      const kept = asked?.status === 201 && asked.body.status === 'accepted'
      expect(await gets(ride.id, passenger)).toBe(kept ? 200 : 404)
      const { items } = (await call('GET', '/me/reservations', passenger)).body
      expect(items).toHaveLength(asked?.status === 201 ? 1 : 0)
    }
    expect(outcomes.size).toBeGreaterThan(0)
  })

  test('a driver who changes the gender meanwhile keeps the passengers who came first', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await setGender(race.driver.id, 'kvinne')
      const passenger = await addPerson(race.db.kysely)
      await setGender(passenger.id, 'kvinne')
      const ride = await publish({ same_gender: true, instant_booking: 'all' })
      const [asked] = await Promise.all([
        call('POST', `/rides/${ride.id}/reservations`, passenger, { seats_requested: 1, accept_overlap: true }),
        setGender(race.driver.id, 'mann'),
      ])
      expect([201, 404]).toContain(asked.status)
      expect(await gets(ride.id, passenger)).toBe(asked.status === 201 ? 200 : 404)
    }
  })
})
