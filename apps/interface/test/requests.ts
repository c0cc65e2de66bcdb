/** Raw requests to the service interface, for what the client libraries never send. */
import type { TestApp, TestResponse } from '../../server/test/app.ts'
import type { TestPerson } from '../../server/test/sessions.ts'
import { clientKey } from './client.ts'

/** Returns an access token of the person's session. */
export async function tokenOf(t: TestApp, { cookie }: Pick<TestPerson, 'cookie'>): Promise<string> {
  const { status, body } = await t.call('GET', '/api/auth/token', { as: { cookie } })
  if (status !== 200) throw new Error(`the session got no token: ${status}`)
  return body.token as string
}

export interface RawRequest {
  body?: unknown
  headers?: Record<string, string>
}

/** Returns a function that sends requests of a person, or of a visitor. */
export async function sender(t: TestApp, person?: Pick<TestPerson, 'cookie'>) {
  const token = person && (await tokenOf(t, person))
  return (method: string, path: string, { body, headers }: RawRequest = {}): Promise<TestResponse> =>
    t.call(method, path, {
      body,
      headers: { apikey: clientKey, ...(token && { authorization: `Bearer ${token}` }), ...headers },
    })
}
