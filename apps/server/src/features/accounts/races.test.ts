/** Requests of ways in at the same moment: codes work once, and one way in stays. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, startTestApp, type TestResponse, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { auth, challenge, enrol, sessionsOf, signInMethods } from '../../../test/second-factor.ts'
import { addPerson, testSecret } from '../../../test/sessions.ts'
import { readConfig } from '../../config.ts'
import { beginChallenge } from './service-challenge.ts'

const services = ['en', 'to'].map((id) => ({ id, name: id, issuer: `https://${id}.example`, client_id: 'x' }))
const env = { SECRET: testSecret, OIDC_PROVIDERS: JSON.stringify(services) }

describe.each(databaseKinds)('on the %s database', (kind) => {
  let app: TestApp
  beforeAll(async () => void (app = await startTestApp({ kind, env })))
  afterAll(() => app.close())

  const twenty = (work: (index: number) => Promise<TestResponse>) =>
    Promise.all(Array.from({ length: 20 }, (_, i) => work(i)))
  const twentyChallenges = ({ id }: { id: string }) =>
    Promise.all(
      Array.from({ length: 20 }, async () => {
        const deps = { config: readConfig(), parts: app.app.parts, secret: testSecret }
        return { cookie: `two-factor=${await beginChallenge(deps, id)}` }
      }),
    )
  const succeeded = (answers: TestResponse[]) => answers.filter(({ status }) => status === 200).length

  test('one recovery code in twenty challenges at once opens one session', async () => {
    const { person, codes } = await enrol(app)
    const challenges = await twentyChallenges(person)
    const before = (await sessionsOf(app, person.id)).length
    const answers = await twenty((i) => auth(app, '/two-factor/verify-backup-code', { code: codes[0] }, challenges[i]))
    expect(succeeded(answers)).toBe(1)
    expect(await sessionsOf(app, person.id)).toHaveLength(before + 1)
  })

  test('one code of the app in twenty challenges at once opens one session', async () => {
    const { person, next } = await enrol(app)
    const challenges = await twentyChallenges(person)
    const code = next()
    expect(succeeded(await twenty((i) => auth(app, '/two-factor/verify-totp', { code }, challenges[i])))).toBe(1)
  })

  test('ten recovery codes in one challenge at once open one session, and no more than five are tried', async () => {
    const { person, codes } = await enrol(app)
    const open = await challenge(app, person)
    const answers = await twenty((i) => auth(app, '/two-factor/verify-backup-code', { code: codes[i % 10] }, open))
    expect(succeeded(answers)).toBe(1)
    const { body } = await signInMethods(app, person)
    expect(body.two_factor.recovery_codes_left).toBe(9)
  })

  test('of the last two ways in one stays when both are removed at once', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await addPerson(app.db.kysely)
      for (const { id } of services)
        await sql`insert into auth_account (user_id, account_id, provider_id)
          values (${person.id}, ${person.id}, ${id})`.execute(app.db.kysely)
      const answers = await Promise.all(
        services.map(({ id }) => auth(app, '/unlink-account', { provider: id }, person)),
      )
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    }
  })

  test('a changed password ends a sign-in that was begun with the old one', async () => {
    const { person, next } = await enrol(app)
    const begun = await challenge(app, person)
    const parts = await app.db.kysely
      .selectFrom('two_factor_challenge')
      .selectAll()
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    const body = { currentPassword: password, newPassword: 'ny-fjordtur-2027' }
    expect((await auth(app, '/change-password', body, person)).body).toEqual({ status: true })
    const before = await sessionsOf(app, person.id)
    const late = await auth(app, '/two-factor/verify-totp', { code: next() }, begun)
    expect([late.status, late.body.code]).toEqual([401, 'unauthenticated'])
    // The same for a challenge that is stored while the password changes.
    await app.db.kysely.insertInto('two_factor_challenge').values(parts).execute()
    const justNow = await auth(app, '/two-factor/verify-totp', { code: next() }, begun)
    expect([justNow.status, justNow.body.code]).toEqual([401, 'invalid_credentials'])
    expect(await sessionsOf(app, person.id)).toEqual(before)
  })
})
