/** The OpenAPI document names every route under /api/auth, and the responses that the server sends. */
import { authRoutes } from '@samtur/contract/auth-routes'
import { errorStatus } from '@samtur/contract/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { declaredCodes } from '../../../test/declared-errors.ts'
import type { Operation, Paths } from './api-responses.ts'

let t: TestApp
let paths: Paths
const registered: string[] = []
beforeAll(async () => {
  const service = { id: 'x', name: 'X', issuer: 'https://service.example', client_id: 'x' }
  const env = { EMAIL_CODE_SIGN_IN: 'on', OIDC_PROVIDERS: JSON.stringify([service]) }
  t = await startTestApp({ env, onRoute: (route) => registered.push(route) })
  paths = (await t.call('GET', '/api/v1/openapi.json')).body.paths
})
afterAll(() => t.close())

const auth = () => registered.filter((route) => / \/api\/auth\//.test(route) && !route.startsWith('HEAD'))
const operationOf = (route: string) => {
  const [method = '', path = ''] = route.replaceAll(/:(\w+)/g, '{$1}').split(' ')
  return paths[path]?.[method.toLowerCase()]
}
const codesOf = (operation: Operation | undefined, status: number) =>
  operation ? declaredCodes(operation, status) : []

test('every registered route under /api/auth is described', () => {
  expect(auth().length).toBeGreaterThan(20)
  expect(auth().filter((route) => !operationOf(route))).toEqual([])
})

test('each has a summary, a successful response and the error body under the status of its codes', () => {
  for (const route of auth()) {
    const operation = operationOf(route)
    expect(operation, route).toMatchObject({ summary: expect.any(String), servers: [{ url: '/' }], tags: ['auth'] })
    expect(
      Object.keys(operation?.responses ?? {}).some((status) => status < '400'),
      route,
    ).toBe(true)
    const [method = '', path = ''] = route
      .replace('/api/auth', '')
      .replaceAll(/:(\w+)/g, '{$1}')
      .split(' ')
    for (const code of authRoutes[`${method} ${path}`]?.errors ?? [])
      expect(codesOf(operation, errorStatus[code]), `${route} ${code}`).toContain(code)
  }
})

test('what is answered is described', async () => {
  const requests: [string, string, unknown][] = [
    ['POST', '/api/auth/sign-in/email', { email: 'nobody@example.no', password: 'wrong-password' }],
    ['POST', '/api/auth/sign-in/email', {}],
    ['POST', '/api/auth/sign-up/email', '{'],
    ['POST', '/api/auth/change-password', {}],
    ['POST', '/api/auth/two-factor/enable', {}],
    ['POST', '/api/auth/two-factor/verify-backup-code', { code: 'x' }],
    ['POST', '/api/auth/sign-in/social', { provider: 'unknown' }],
    ['POST', '/api/auth/reset-password', { token: 'x', newPassword: 'fjordtur-2026' }],
    ['GET', '/api/auth/token', undefined],
    ['GET', '/api/v1/me', undefined],
    ['GET', '/api/v1/rides?limit=x', undefined],
    ['POST', '/api/v1/rides', {}],
  ]
  for (const [method, path, body] of requests) {
    const answer = await t.call(method, path, body === undefined ? {} : { body })
    const described = operationOf(`${method} ${path.replace(/^\/api\/v1|\?.*/g, '')}`)
    expect(codesOf(described, answer.status), `${method} ${path} ${answer.status}`).toContain(answer.body.code)
  }
})
