/** Wanted rides for tests: requests, the matching run to its end, and what people were notified of. */
import { runMatching } from '../src/features/wanted/jobs.ts'
import type { TestApp } from './app.ts'
import { addPerson, type TestPerson } from './sessions.ts'

export const dayIn = (clock: { now(): Date }, days: number) =>
  Temporal.Instant.fromEpochMilliseconds(clock.now().getTime())
    .toZonedDateTimeISO('Europe/Oslo')
    .toPlainDate()
    .add({ days })
    .toString()

/** Runs the matching until nothing is left to do. */
export async function matchAll({ app }: Pick<TestApp, 'app'>): Promise<void> {
  while (await runMatching(app.parts));
}

export const want = (t: TestApp, as: TestPerson, body: object) =>
  t.call('POST', '/api/v1/ride-wanted', { as, body: { date_from: dayIn(t.clock, 2), ...body } })

export const listOwn = async (t: TestApp, as: TestPerson) =>
  (await t.call('GET', '/api/v1/me/ride-wanted', { as })).body

/** Returns the kinds and paths of the person's notifications, in the order in which they were stored. */
export async function notified({ db }: Pick<TestApp, 'db'>, { id }: { id: string }) {
  return db.kysely
    .selectFrom('notification')
    .select(['kind', 'path', 'params', 'created_at'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
}

export const addPeople = (t: TestApp, count: number): Promise<TestPerson[]> =>
  Promise.all(Array.from({ length: count }, (_, nth) => addPerson(t.db.kysely, { name: `Pia${nth} Passasjer` })))
