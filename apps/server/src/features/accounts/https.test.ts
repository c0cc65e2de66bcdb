/** Over https the cookies of accounts are pinned to this host, so that no neighbouring host can set one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password, startTestApp, type TestApp, type TestResponse } from '../../../test/app.ts'
import { auth, enrol } from '../../../test/second-factor.ts'
import { testSecret } from '../../../test/sessions.ts'

let t: TestApp
beforeAll(
  async () => void (t = await startTestApp({ env: { SECRET: testSecret, PUBLIC_URL: 'https://samtur.example' } })),
)
afterAll(() => t.close())

/** Returns the cookies that the response sets, after checking the name of each. */
function pinned(answer: TestResponse) {
  expect(answer.status).toBe(200)
  const cookies = answer.headers.getSetCookie()
  expect(cookies.filter((cookie) => !cookie.startsWith('__Host-'))).toEqual([])
  return cookies
}
const end = 'Path=/; HttpOnly; SameSite=Lax; Secure$'
const cookie = (name: string) => expect.stringMatching(new RegExp(`^__Host-${name}=[^;]+; (Max-Age=\\d+; )?${end}`))

test('the cookie of a browser that signed up', async () => {
  const body = { name: 'Kari Nordmann', email: 'kari@example.no', password, terms_accepted: true }
  expect(pinned(await auth(t, '/sign-up/email', body))).toContainEqual(cookie('sign-up'))
})

test('the cookies of a session and of a known device', async () => {
  const { email } = await t.person()
  const cookies = pinned(await auth(t, '/sign-in/email', { email, password }))
  expect(cookies).toEqual(expect.arrayContaining([cookie('session'), cookie('device')]))
})

test('the cookie of a challenge of the second factor', async () => {
  const { person } = await enrol(t)
  const cookies = pinned(await auth(t, '/sign-in/email', { email: person.email, password }))
  expect(cookies).toContainEqual(
    expect.stringMatching(new RegExp(`^__Host-two-factor=[\\w-]{43}; Max-Age=600; ${end}`)),
  )
})
