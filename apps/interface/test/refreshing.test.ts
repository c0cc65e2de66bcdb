/** Refresh tokens: each is exchanged once, a lost response can be repeated for ten seconds, and a stolen one ends the session. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, type Person, startTestApp, type TestApp } from '../../server/test/app.ts'
import { usualKind } from '../../server/test/database.ts'
import { enrol } from '../../server/test/second-factor.ts'
import { clientKey } from './client.ts'

const SECOND = 1_000

describe.each([usualKind])('on the %s database', (kind) => {
  let t: TestApp
  let kari: Person
  beforeAll(async () => {
    t = await startTestApp({ kind })
    kari = await t.person()
  })
  afterAll(() => t.close())

  const grant = (type: string, body: object) =>
    t.call('POST', `/auth/v1/token?grant_type=${type}`, { body, headers: { apikey: clientKey } })
  const signIn = async () => (await grant('password', { email: kari.email, password })).body.refresh_token as string
  const refresh = async (token: string) => {
    const { status, body } = await grant('refresh_token', { refresh_token: token })
    return {
      status,
      code: body.error_code as string | undefined,
      token: body.refresh_token as string,
      access: body.access_token as string,
    }
  }
  const opens = async (access: string) =>
    (await t.call('GET', '/auth/v1/user', { headers: { apikey: clientKey, authorization: `Bearer ${access}` } })).status

  test('a token is exchanged for the next one, and the access token opens both interfaces', async () => {
    const first = await signIn()
    const next = await refresh(first)
    expect([next.status, next.token === first]).toEqual([200, false])
    const me = await t.call('GET', '/api/v1/me', { headers: { authorization: `Bearer ${next.access}` } })
    expect([await opens(next.access), me.body.id]).toEqual([200, kari.id])
    expect((await refresh(next.token)).status).toBe(200)
  })

  test('a used token gives the same next one for ten seconds, also after that one was exchanged', async () => {
    const first = await signIn()
    const second = await refresh(first)
    t.clock.advance(9 * SECOND)
    expect((await refresh(first)).token).toBe(second.token)
    const third = await refresh(second.token)
    expect((await refresh(first)).token).toBe(third.token)
  })

  test('a used token that comes back later ends the session, and no other one', async () => {
    const [first, elsewhere] = [await signIn(), await signIn()]
    const second = await refresh(first)
    t.clock.advance(11 * SECOND)
    expect(await refresh(first)).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
    expect(await refresh(second.token)).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
    expect(await opens(second.access)).toBe(403)
    expect((await refresh(elsewhere)).status).toBe(200)
  })

  test('many clients with one token get one session and one next token', async () => {
    const first = await signIn()
    const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(first)))
    expect(new Set(responses.map(({ status, token }) => `${status} ${token}`)).size).toBe(1)
    const [any] = responses
    const next = await refresh(any?.token ?? '')
    expect([next.status, await opens(next.access)]).toEqual([200, 200])
  })

  test.runIf(kind === 'server')('a token that is issued while the factor is being shown opens nothing', async () => {
    const { person, next } = await enrol(t)
    const waiting = () =>
      sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        t.db.kysely,
      )
    for (let round = 0; round < 5; round++) {
      const half = (await grant('password', { email: person.email, password })).body
      const headers = { apikey: clientKey, authorization: `Bearer ${half.access_token as string}` }
      const step = (name: string, body = {}) =>
        t.call('POST', `/auth/v1/factors/${person.id}/${name}`, { headers, body })
      const shown = { challenge_id: (await step('challenge')).body.id as string, code: next() }
      const both = await t.db.tx(async (tx) => {
        await sql`select from auth_session where user_id = ${person.id} for update`.execute(tx)
        const requests = Promise.all([step('verify', shown), refresh(half.refresh_token as string)])
        // Both wait for the session, and go on at the same moment.
        await expect.poll(async () => (await waiting()).rows).toHaveLength(2)
        return { requests }
      })
      const [raised, refreshed] = await both.requests
      expect(raised.status).toBe(200)
      if (refreshed.status === 200) expect((await refresh(refreshed.token)).code).toBe('refresh_token_not_found')
      else expect(refreshed.code).toBe('refresh_token_not_found')
    }
  })

  test('a token that is unknown, or of a person who was suspended, opens nothing', async () => {
    const token = await signIn()
    expect(await refresh('x'.repeat(32))).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
    const suspended = { suspended_at: t.clock.now(), suspended_reason: 'spam' }
    await t.db.kysely.updateTable('auth_user').set(suspended).where('id', '=', kari.id).execute()
    expect(await refresh(token)).toMatchObject({ status: 400, code: 'session_expired' })
  })
})
