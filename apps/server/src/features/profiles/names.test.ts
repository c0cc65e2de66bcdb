/** Which names a profile can be given, by every way of setting one, and what is stored from before a rule. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, startTestApp, type TestApp } from '../../../test/app.ts'
import { eachRow } from '../../../test/each-row.ts'
import { clientKey } from '../../../../interface/test/client.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'

const serviceKey = 'service-key-of-tests-7Qm2Zr9Xw4Lp8Kd1'
const OIDC_PROVIDERS = JSON.stringify([
  { id: 'nord', name: 'Nordisk pålogging', issuer: 'http://localhost:9/nord', client_id: 'samtur' },
])

let t: TestApp
let kari: TestPerson
beforeAll(async () => {
  t = await startTestApp({ env: { SECRET: testSecret, SERVICE_KEY: serviceKey, OIDC_PROVIDERS } })
  kari = await addPerson(t.db.kysely)
})
afterAll(() => t.close())

const email = () => `${randomUUID()}@example.no`
const service = { apikey: serviceKey, authorization: `Bearer ${serviceKey}` }
const change = (body: object, as = kari) => t.call('PATCH', '/api/v1/me/profile', { body, as })
const bearer = async () => {
  const { body } = await t.call('GET', '/api/auth/token', { as: kari })
  return { apikey: clientKey, authorization: `Bearer ${body.token as string}` }
}

/** Each sets a name and returns the response. */
const ways: [string, (name: string) => ReturnType<TestApp['call']>][] = [
  [
    'the sign-up',
    (name) =>
      t.call('POST', '/api/auth/sign-up/email', { body: { name, email: email(), password, terms_accepted: true } }),
  ],
  ['the profile', (full_name) => change({ full_name })],
  [
    'the sign-up of a program',
    (full_name) =>
      t.call('POST', '/auth/v1/signup', {
        body: { email: email(), password, data: { full_name } },
        headers: { apikey: clientKey },
      }),
  ],
  [
    'the account in a program',
    async (full_name) => t.call('PUT', '/auth/v1/user', { body: { data: { full_name } }, headers: await bearer() }),
  ],
  [
    'the profile in a program',
    async (full_name) =>
      t.call('PATCH', `/rest/v1/profiles?id=eq.${kari.id}`, { body: { full_name }, headers: await bearer() }),
  ],
  [
    'an account made by the service key',
    (full_name) =>
      t.call('POST', '/auth/v1/admin/users', {
        body: { email: email(), user_metadata: { full_name } },
        headers: service,
      }),
  ],
  [
    'an invitation by the service key',
    (full_name) =>
      t.call('POST', '/auth/v1/invite', { body: { email: email(), data: { full_name } }, headers: service }),
  ],
]

/** One for each reason; what belongs to each is tested at the rules. */
const refusedNames = [
  'Vinn på https://x.no',
  'Ring 912 34 567',
  'Vipps Support',
  'Team Nordisk Palogging',
  `a${'\u0316'.repeat(9)}`,
]

test.each(ways)('%s takes a name, and refuses one for each reason', async (_, set) => {
  expect((await set('J. R. R. O’Neill')).status).toBeLessThan(300)
  await eachRow(refusedNames, String, async (name) => expect([400, 422]).toContain((await set(name)).status))
})

describe('a name from before it was refused', () => {
  test.each(['Kupong på https://x.no', 'Vipps Support'])('%j is read, and hinders no other change', async (name) => {
    const ola = await addPerson(t.db.kysely, { name })
    expect((await t.call('GET', `/api/v1/profiles/${ola.id}`)).body.full_name).toBe(name)
    expect((await change({ age: 40 }, ola)).body).toMatchObject({ age: 40, full_name: name })
    expect((await change({ full_name: name, age: 41 }, ola)).body).toMatchObject({ age: 41, full_name: name })
    expect((await change({ full_name: `${name}!` }, ola)).status).toBe(422)
    expect((await t.call('GET', '/api/v1/me', { as: ola })).body.profile.full_name).toBe(name)
  })
})
