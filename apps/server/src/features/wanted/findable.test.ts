/** Every way in which a ride becomes findable, or gets more free seats, has it compared with the wanted rides. */
import { beforeAll, expect, test } from 'vitest'
import { rideBody } from '../../../test/app.ts'
import { eachRow } from '../../../test/each-row.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { sharedApp } from '../../../test/shared-app.ts'

const { t, call: send } = sharedApp()
let dag: TestPerson
let pia: TestPerson
let admin: TestPerson
beforeAll(async () => {
  dag = await addPerson(t.db.kysely)
  pia = await addPerson(t.db.kysely)
  admin = await addPerson(t.db.kysely, { role: 'admin' })
})

let days = 2
const call = async (method: string, path: string, as: TestPerson, sent: object = {}) => {
  const { status, text, body } = await send(method, path, as, sent)
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
  return body
}
const publish = async (): Promise<string> =>
  (await call('POST', '/rides', dag, rideBody(t.clock, { inHours: 24 * ++days, total_seats: 1 }))).id
const seated = async (ride: string): Promise<string> => {
  const { id } = await call('POST', `/rides/${ride}/reservations`, pia, { seats_requested: 1 })
  await call('POST', `/reservations/${id}/accept`, dag)
  return id
}

/** Each prepares, and returns what makes the ride findable. */
const ways: Record<string, () => Promise<() => Promise<unknown>>> = {
  publishing: async () => publish,
  'an edit': async () => {
    const ride = await publish()
    return () => call('PATCH', `/rides/${ride}`, dag, { price: 100 })
  },
  'a passenger who gives the seat back': async () => {
    const id = await seated(await publish())
    return () => call('POST', `/reservations/${id}/cancel`, pia)
  },
  'a passenger who is taken off': async () => {
    const id = await seated(await publish())
    return () => call('POST', `/reservations/${id}/remove`, dag, { reason: 'Bilen er full' })
  },
  'a ride that is shown again': async () => {
    const id = await publish()
    const hide = (hidden: boolean) =>
      t.db.tx((tx) => t.app.parts.reactions.run(tx, 'contentHidden', hiding(id, hidden)))
    await hide(true)
    return () => hide(false)
  },
  'an account that is opened again': async () => {
    await publish()
    const suspend = (suspended: boolean) =>
      t.db.tx((tx) => t.app.parts.reactions.run(tx, 'suspensionChanged', suspension(suspended)))
    await suspend(true)
    return () => suspend(false)
  },
}
const hiding = (id: string, hidden: boolean) => ({ kind: 'ride' as const, id, hidden, by: admin.id, at: new Date() })
const suspension = (suspended: boolean) => ({ user_id: dag.id, suspended, at: new Date(), leaving: false })

test('each of them', { timeout: 120_000 }, () =>
  eachRow(
    Object.entries(ways),
    ([name]) => name,
    async ([, prepare]) => {
      const act = await prepare()
      let woken = 0
      const stop = t.app.parts.bus.on('wanted', () => woken++)
      await act()
      stop()
      expect(woken).toBeGreaterThan(0)
    },
  ),
)
