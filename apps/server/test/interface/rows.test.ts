/** Operations on rows that the other tests of this folder do not play, through the client library. */
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { createDataset, type Dataset } from '../rights/dataset.ts'
import { testSecret, type TestPerson } from '../sessions.ts'
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

test('is_driver is accepted from a person who has published a ride, and refused from others', async () => {
  const write = async ({ id }: TestPerson, program: SupabaseClient) =>
    (await program.from('profiles').update({ is_driver: true }).eq('id', id)).status
  expect(await write(w.driver, await programOf(t, w.driver))).toBe(204)
  expect(await write(w.stranger, await programOf(t, w.stranger))).toBe(403)
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
