/**
 * An account that nobody has confirmed is invisible: each request of the matrices that names a person gets the response to an id that nobody
 * has. The list is derived from the rows, so that a new route is checked, too.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { paths } from '@samtur/contract/paths'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password, startTestApp, type TestApp } from '../app.ts'
import { builtPages } from '../built-pages.ts'
import { clientKey } from '../../../interface/test/client.ts'
import { addPerson, testSecret, type TestPerson } from '../sessions.ts'
import { createDataset, type Dataset, personOf } from './dataset.ts'
import { interfaceMatrix } from '../../../interface/test/rights/matrix.ts'
import { matrix } from './matrix.ts'
import type { Role } from './rows.ts'

/** Those who may not learn of the account. Administrators learn of it on their own pages only. */
const readers: readonly Role[] = ['V', 'N', 'Pa', 'D', 'A']

let t: TestApp
let dataset: Dataset
let newcomer: TestPerson

beforeAll(async () => {
  const env = { SECRET: testSecret, EMAIL_CODE_SIGN_IN: 'on', SIGN_UP_TELLS_KNOWN_ADDRESSES: 'off' }
  t = await startTestApp({ dist: builtPages, env })
  dataset = await createDataset(t)
  newcomer = await addPerson(t.db.kysely, { name: 'Una Ubekreftet', verified: false })
  const key = await t.app.parts.files.put('profiles', Buffer.from('a picture'))
  await sql`update profile set picture_key = ${key}, picture_name = 'profil.jpg' where id = ${newcomer.id}`.execute(
    t.db.kysely,
  )
})
afterAll(() => t.close())

interface Request {
  name: string
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
}

/** Names of the requests that were compared. */
const compared = new Set<string>()

/** Returns the requests that name one of the dataset's people beside the reader, with each of these people replaced by `id`. */
function requestsAbout(id: string, reader: TestPerson | undefined): Request[] {
  const people = Object.values(personOf)
    .flatMap((of) => of(dataset)?.id ?? [])
    .filter((one) => one !== reader?.id)
  const named = (request: Request) => people.filter((one) => JSON.stringify(request).includes(one))
  const isForMembers = ({ answers }: { answers: Record<Role, number> }) => answers.N !== 403 || answers.A === 403
  const pages = matrix.filter(isForMembers).map((row): Request => {
    const [method = '', pattern = ''] = row.route.split(' ')
    const { path = pattern, body, accept } = row.request?.(dataset) ?? {}
    return { name: row.route, method, path, body, ...(accept && { headers: { accept } }) }
  })
  const programs = interfaceMatrix.filter(isForMembers).map((row): Request => {
    const [method = '', pattern = ''] = row.route.split(' ')
    const { path = pattern, body, headers } = row.request?.(dataset, reader) ?? {}
    return { name: row.name, method, path, body, headers: { apikey: clientKey, ...headers } }
  })
  return [...pages, ...programs, ...more()].flatMap((request) => {
    const found = named(request)
    if (found.length === 0) return []
    return JSON.parse(found.reduce((text, one) => text.replaceAll(one, id), JSON.stringify(request))) as Request
  })
}

/** What the matrices do not have: pages, and the folder of a person's picture. */
function more(): Request[] {
  const { id } = dataset.driver
  const html = { accept: 'text/html' }
  const addresses = Object.values(paths).filter((path) => path.includes(':userId'))
  const objects = [
    'object',
    'object/public',
    'object/info',
    'object/info/public',
    'object/authenticated',
    'object/sign',
  ]
  const apikey = { apikey: clientKey }
  return [
    ...addresses.map((path) => ({ name: path, method: 'GET', path: path.replace(':userId', id), headers: html })),
    ...objects.map((name) => ({
      name: `picture: ${name}`,
      method: name === 'object/sign' ? 'POST' : 'GET',
      path: `/storage/v1/${name}/profiles/${id}/profil.jpg`,
      ...(name === 'object/sign' && { body: { expiresIn: 60 } }),
      headers: apikey,
    })),
    {
      name: 'picture: list',
      method: 'POST',
      path: '/storage/v1/object/list/profiles',
      body: { prefix: id },
      headers: apikey,
    },
    {
      name: 'counted profiles',
      method: 'GET',
      path: `/rest/v1/profiles?id=eq.${id}`,
      headers: { ...apikey, prefer: 'count=exact' },
    },
    {
      name: 'counted ratings',
      method: 'GET',
      path: `/rest/v1/ratings?rated_id=eq.${id}`,
      headers: { ...apikey, prefer: 'count=exact' },
    },
  ]
}

const bare = (text: string, id: string) => text.replaceAll(id, '…').replaceAll(/"request_id":"[^"]+"/g, '')

test.each(readers)('no request tells %s that an unconfirmed account is there', async (role) => {
  const reader = personOf[role](dataset)
  const token = reader && ((await t.call('GET', '/api/auth/token', { as: reader })).body.token as string)
  const send = async ({ method, path, body, headers }: Request, id: string) => {
    const isProgram = headers?.['apikey'] !== undefined
    const {
      status,
      text,
      headers: sent,
    } = await t.call(method, path, {
      body,
      as: isProgram ? undefined : reader,
      headers: { ...headers, ...(isProgram && token && { authorization: `Bearer ${token}` }) },
    })
    return { status, text: bare(text, id), range: sent.get('content-range'), type: sent.get('content-type') }
  }
  const nobody = randomUUID()
  const absent = requestsAbout(nobody, reader)
  const about = requestsAbout(newcomer.id, reader)
  const told: unknown[] = []
  for (const [at, request] of about.entries()) {
    const expected = await send(absent[at] as Request, nobody)
    const seen = await send(request, newcomer.id)
    if (JSON.stringify(seen) !== JSON.stringify(expected)) told.push({ name: request.name, seen, expected })
    compared.add(request.name)
  }
  expect(told).toEqual([])
})

test('the compared requests have the known ones among them', () => {
  const known = [
    'GET /api/v1/profiles/{id}',
    'GET /api/v1/profiles/{id}/ratings',
    'PUT /api/v1/me/blocks/{userId}',
    'POST /api/v1/chats',
    'POST /api/v1/reports',
    'rest: profiles.one',
    'rest: ratings.of',
    'rest: chats.insert',
    'rest: user_blocks.insert',
    'rest: user_reports.insert',
    '/profile/:userId',
  ]
  expect(known.filter((name) => !compared.has(name))).toEqual([])
})

test('the id in the response to a sign-up does not tell whether the address had an account', async () => {
  const page = async (email: string) => {
    const body = { name: 'Nina Ny', email, password, terms_accepted: true }
    const { id } = (await t.call('POST', '/api/auth/sign-up/email', { body })).body.user as { id: string }
    const { status, text } = await t.call('GET', `/api/v1/profiles/${id}`)
    return { status, text: bare(text, id) }
  }
  expect(await page(`${randomUUID()}@example.no`)).toEqual(await page(dataset.driver.email))
})

test('the account is there for everybody once its address is confirmed', async () => {
  const { id } = await addPerson(t.db.kysely, { name: 'Nina Ny', verified: false })
  const page = async () => (await t.call('GET', `/api/v1/profiles/${id}`)).status
  expect(await page()).toBe(404)
  await sql`update auth_user set email_verified = true where id = ${id}`.execute(t.db.kysely)
  expect(await page()).toBe(200)
})
