/** Live inserts for programs where several processes serve one PostgreSQL. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { SupabaseClient } from '@supabase/supabase-js'
import { type Person, startTestApp, type TestApp } from '../../server/test/app.ts'
import { describePostgres, freshServerDatabase, openServerDatabase } from '../../server/test/database.ts'
import { testSecret } from '../../server/test/sessions.ts'
import { signInByPassword } from './people.ts'
import { listenWell, messagesOf } from './realtime-client.ts'

describePostgres('two processes on one PostgreSQL', () => {
  let [here, there]: TestApp[] = []
  let [kari, ola]: Person[] = []
  let chatId: string
  let programs: SupabaseClient[] = []

  beforeAll(async () => {
    const url = await freshServerDatabase()
    const start = async () => startTestApp({ database: await openServerDatabase(url), env: { SECRET: testSecret } })
    ;[here, there] = [await start(), await start()]
    ;[kari, ola] = [await here.person('Kari Nordmann'), await here.person('Ola Nordmann')]
    chatId = (await here.call('POST', '/api/v1/chats', { as: kari, body: { user_id: ola.id } })).body.id as string
  })
  afterAll(() => Promise.all([here?.close(), there?.close()]))
  afterEach(async () => {
    await Promise.all(programs.map((program) => program.realtime.disconnect()))
    programs = []
  })

  async function listener() {
    const program = await signInByPassword(there!, ola!)
    programs.push(program)
    return program
  }
  const write = async (content: string) => {
    const sent = await here!.call('POST', `/api/v1/chats/${chatId}/messages`, { as: kari!, body: { content } })
    expect(sent.status).toBe(201)
    return sent.body.id as string
  }

  test('a message that one process stores reaches the programs of the other', async () => {
    const program = await listener()
    const [filtered, all] = [await listenWell(program, messagesOf(chatId)), await listenWell(program, messagesOf())]
    const id = await write('Hei')
    for (const { rows } of [filtered, all]) await expect.poll(() => rows).toMatchObject([{ id }])
  })

  test('without the listening connection for a moment, a program with the inserts of all conversations joins again', async () => {
    const [one, other] = [await listener(), await listener()]
    const [filtered, all] = [await listenWell(one, messagesOf(chatId)), await listenWell(other, messagesOf())]
    // No process announces it: the wake-up is lost.
    await sql`select send_message(${chatId}, ${kari!.id}, null, 'Tapt', null, null, null)`.execute(here!.db.kysely)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'samtur-listen'`.execute(here!.db.kysely)
    await expect.poll(() => filtered.rows, { timeout: 5_000 }).toMatchObject([{ content: 'Tapt' }])
    await expect
      .poll(() => all.states, { timeout: 5_000 })
      .toEqual(['SUBSCRIBED', expect.stringContaining('1012'), 'SUBSCRIBED'])
    expect(
      (await other.from('messages').select('content').eq('chat_id', chatId).order('created_at')).data,
    ).toContainEqual({ content: 'Tapt' })
    const id = await write('Etterpå')
    await expect.poll(() => all.rows).toMatchObject([{ id }])
    expect(filtered.states).toEqual(['SUBSCRIBED'])
  })
})
