/** Operations on rows that the other tests of this folder do not play, through the client library. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { createDataset, type Dataset } from '../../server/test/rights/dataset.ts'
import { testSecret, type TestPerson } from '../../server/test/sessions.ts'
import { programOf } from './people.ts'

let t: TestApp
let w: Dataset
beforeAll(async () => {
  t = await startTestApp({ env: { SECRET: testSecret } })
  w = await createDataset(t)
})
afterAll(() => t.close())

test('only an administrator reads the addresses of a list of people', async () => {
  const read = async (person: TestPerson) =>
    (await programOf(t, person))
      .from('profiles')
      .select('id, full_name, email, profile_picture')
      .in('id', [w.driver.id, w.pending.id])
  const { data } = await read(w.admin)
  const rows = [w.driver, w.pending].map(({ id, name, email }) => ({
    id,
    full_name: name,
    email,
    profile_picture: null,
  }))
  expect(data).toHaveLength(2)
  expect(data).toEqual(expect.arrayContaining(rows))
  expect((await read(w.stranger)).status).toBe(403)
})

test('is_driver is accepted also before the first ride, and has no effect', async () => {
  const program = await programOf(t, w.stranger)
  const mark = (is_driver: unknown) =>
    program.from('profiles').update({ is_driver }).eq('id', w.stranger.id).select('is_driver')
  expect(await (await programOf(t, w.driver)).from('profiles').update({ is_driver: true }).eq('id', w.driver.id)).toMatchObject({ status: 204 }) // prettier-ignore
  expect(await mark(true)).toMatchObject({ error: null, data: [{ is_driver: false }] })
  const { is_driver } = (await t.call('GET', '/api/v1/me', { as: w.stranger })).body.profile
  expect(is_driver).toBe(false)
  // The values that say something else than the server are still refused.
  for (const [program, id, value] of [
    [await programOf(t, w.driver), w.driver.id, false],
    [await programOf(t, w.stranger), w.stranger.id, 'true'],
    [await programOf(t, w.stranger), w.stranger.id, null],
  ] as const)
    expect([value, (await program.from('profiles').update({ is_driver: value }).eq('id', id)).status]).toEqual([
      value,
      403,
    ])
  const other = await program.from('profiles').update({ is_driver: true }).eq('id', w.driver.id).select()
  expect(other.data).toEqual([])
})

test('a conversation comes back with the sides that the program names, whoever opens it', async () => {
  const { driver, stranger } = w
  const program = await programOf(t, driver)
  const sides = { driver_id: driver.id, passenger_id: stranger.id }
  const names =
    'id, driver_id, passenger_id, driver:profiles!chats_driver_id_fkey(id), passenger:profiles!chats_passenger_id_fkey(id)'
  const row = { ...sides, driver: { id: driver.id }, passenger: { id: stranger.id } }
  const inserted = await program
    .from('chats')
    .insert({ ...sides, ride_id: null })
    .select(names)
    .single()
  expect([inserted.error, inserted.data]).toEqual([null, { id: expect.any(String), ...row }])
  const again = await program
    .from('chats')
    .insert({ ...sides, ride_id: null })
    .select(names)
    .single()
  expect(again.data).toEqual(inserted.data)
  const found = await program.from('chats').select(names).match(sides).maybeSingle()
  expect(found.data).toEqual(inserted.data)
  const turned = { driver_id: stranger.id, passenger_id: driver.id }
  const other = await program.from('chats').select('id, driver_id, passenger_id').match(turned).maybeSingle()
  expect(other.data).toEqual({ id: inserted.data?.id, ...turned })
})

test('two people find their conversation, with either of them as the driver', async () => {
  const [driver, passenger] = [w.driver.id, w.accepted.id]
  const program = await programOf(t, w.accepted)
  const pair = await program
    .from('chats')
    .select('id')
    .eq('driver_id', driver)
    .eq('passenger_id', passenger)
    .maybeSingle()
  expect(pair.data).toEqual({ id: w.chatId })
  const [one, other] = [
    [driver, passenger],
    [passenger, driver],
  ].map(([first, second]) => `and(driver_id.eq.${first},passenger_id.eq.${second})`)
  const either = await program.from('chats').select('id').or(`${one},${other}`)
  expect(either.data).toEqual([{ id: w.chatId }])
  const foreign = await (await programOf(t, w.stranger)).from('chats').select('id').or(`${one},${other}`)
  expect(foreign.data).toEqual([])
})

test('an administrator writes to a person who has made a report', async () => {
  const message = {
    subject: 'Din rapport',
    description: 'Takk for rapporten.',
    request_type: 'admin_message',
    status: 'resolved',
  }
  const sent = await (
    await programOf(t, w.admin)
  )
    .from('support_requests')
    .insert({ ...message, user_id: w.blocked.id, name: 'Adele Styrer', email: w.blocked.email })
    .select()
    .single()
  expect(sent.error).toBeNull()
  expect(sent.data).toMatchObject({ ...message, user_id: w.blocked.id })
  const own = await (await programOf(t, w.blocked)).from('support_requests').select('*').eq('user_id', w.blocked.id)
  expect(own.data).toMatchObject([{ subject: 'Din rapport', status: 'resolved', admin_notes: null }])
  const unreported = await (
    await programOf(t, w.admin)
  )
    .from('support_requests')
    .insert({ ...message, user_id: w.stranger.id, name: 'Adele Styrer', email: w.stranger.email })
  expect(unreported.status).toBe(404)
})

test('an administrator who owes the second factor reads a profile as others do', async () => {
  const strict = await startTestApp({ env: { SECRET: testSecret, ADMIN_TWO_FACTOR: 'on' } })
  try {
    const { admin, driver } = await createDataset(strict)
    const program = await programOf(strict, admin)
    const read = program.from('profiles').select('*').eq('id', driver.id).single()
    expect((await read).data).toMatchObject({ full_name: driver.name, email: null })
    expect((await program.from('profiles').select('*').in('id', [driver.id])).status).toBe(403)
  } finally {
    await strict.close()
  }
})
