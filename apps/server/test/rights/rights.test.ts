/** Generated from the matrix: every route and role, and the checks that each row needs. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { eachRow } from '../each-row.ts'
import { signedInAgain, addPerson, addSession, cookieFor, testSecret } from '../sessions.ts'
import { interfaceMatrix } from '../../../interface/test/rights/matrix.ts'
import { cases, matrix } from './matrix.ts'
import { roles, type Role, type Row } from './rows.ts'
import { createDataset, personOf, startOf, type Dataset } from './dataset.ts'

let t: TestApp
let dataset: Dataset
/** Every route the server registers, as `METHOD /path`. */
const registered: string[] = []

beforeAll(async () => {
  t = await startTestApp({
    env: { SECRET: testSecret, EMAIL_CODE_SIGN_IN: 'on' },
    onRoute: (route) => registered.push(route),
  })
  dataset = await createDataset(t)
})
afterAll(() => t.close())

/** Returns the roles that ask: all of them, in plain `npm test` a visitor, a stranger and the first one that may. */
function asking({ answers }: Row): readonly Role[] {
  if (process.env['TEST_SCOPE'] !== 'main') return roles
  const allowed = roles.find((role) => answers[role] < 400)
  return roles.filter((role) => ['V', 'N', allowed].includes(role))
}

function send(row: Row, w: Dataset, as: { cookie: string } | undefined, path?: string) {
  const [method = '', pattern = ''] = row.route.split(' ')
  const { path: given, body, accept } = row.request?.(w) ?? {}
  return t.call(method, path ?? given ?? pattern, { body, as, ...(accept && { headers: { accept } }) })
}

test('every registered route and every endpoint of the contract has a row', () => {
  const rows = new Set([...matrix, ...interfaceMatrix].map((row) => row.route))
  expect(registered.filter((route) => !rows.has(route))).toEqual([])
  expect([...rows].filter((route) => !registered.includes(route))).toEqual([])
})

describe.each(matrix)('$route', (row) => {
  // All rows together take longer than an authentication counts as recent.
  beforeAll(() =>
    sql`update auth_session set created_at = app_now() where created_at < app_now() - interval '1 minute'`.execute(
      t.db.kysely,
    ),
  )

  /** What the row writes to. A refused request leaves it as it was, so the next role goes on with it. */
  let written: Dataset | undefined

  test('responds to each role as its row says', () =>
    eachRow(asking(row), String, async (role) => {
      const w = row.writes ? (written ??= await createDataset(t)) : dataset
      const answer = await send(row, w, personOf[role](w))
      if (answer.status < 400) written = undefined
      expect({ status: answer.status, text: answer.text.slice(0, 200) }).toMatchObject({ status: row.answers[role] })
    }))

  test.runIf(row.answers.V === 401)(
    'responds with 401 to a session that is expired, tampered with, doubled or unknown',
    { tags: ['slow'] },
    async () => {
      const good = (await addPerson(t.db.kysely)).cookie
      const broken = [
        await addSession(t.db.kysely, dataset.stranger.id, -1000),
        good.replace(/.(?=%3D|$)/, (c) => (c === 'A' ? 'B' : 'A')),
        cookieFor('no-such-token'),
        `${good}; ${dataset.driver.cookie}`,
      ]
      for (const cookie of broken) expect((await send(row, dataset, { cookie })).status, cookie).toBe(401)
    },
  )

  test.runIf(row.foreign)('responds with the same bytes to an unknown id and to another person’s', async () => {
    const foreign = await send(row, dataset, dataset.stranger)
    const absent = await send(row, dataset, dataset.stranger, row.foreign?.(randomUUID()))
    const odd = await send(row, dataset, dataset.stranger, row.foreign?.('undefined'))
    const bare = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
    expect(absent.status).toBe(404)
    expect([bare(absent.text), bare(odd.text)]).toEqual([bare(foreign.text), bare(foreign.text)])
  })

  test.runIf(row.route.includes('/api/v1/') && !row.route.includes('openapi'))(
    'refuses other verbs with 405',
    { tags: ['slow'] },
    async () => {
      const [, pattern = ''] = row.route.split(' ')
      const path = (row.request?.(dataset).path ?? pattern).split('?')[0] ?? ''
      // `/sessions/end` also matches `/sessions/{id}`, with an id that does not exist.
      const fits = (other = '') => new RegExp(`^${other.replace(/\{\w+\}|:\w+/g, '[^/]+')}$`).test(path)
      const routes = matrix.map((other) => other.route.split(' '))
      const allowed = new Set(routes.filter(([, other]) => fits(other)).map(([verb]) => verb))
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((verb) => !allowed.has(verb))) {
        const answer = await t.call(method, path, { as: dataset.stranger })
        expect([method, answer.status, answer.body.code]).toEqual([method, 405, 'method_not_allowed'])
      }
    },
  )
})

test.each(cases)('$name', async ({ role, method, path, body, status, code }) => {
  const answer = await t.call(method, path(dataset), { body, as: personOf[role](dataset) })
  expect([answer.status, answer.body.code]).toEqual([status, code])
})

test('a session that has just signed out is refused', async () => {
  const person = await addPerson(t.db.kysely)
  expect((await t.call('GET', '/api/v1/me', { as: person })).status).toBe(200)
  await t.call('POST', '/api/auth/sign-out', { as: person })
  expect((await t.call('GET', '/api/v1/me', { as: person })).status).toBe(401)
})

describe('each role sees its part of a ride', () => {
  const shows: Record<Role, { contact: boolean; phone: boolean }> = {
    V: { contact: false, phone: false },
    U: { contact: false, phone: false },
    N: { contact: false, phone: false },
    Pp: { contact: false, phone: false },
    Pa: { contact: true, phone: true },
    Pr: { contact: false, phone: false },
    D: { contact: true, phone: true },
    B: { contact: false, phone: false },
    A: { contact: false, phone: false },
  }
  const secrets = ['+4791234567', 'AB12345', 'Blå', 'Storgata', '@example.no']

  test.each(roles)('as %s', async (role) => {
    const person = personOf[role](dataset)
    const { body, text } = await t.call('GET', `/api/v1/rides/${dataset.rideId}`, { as: person })
    expect({ contact: body.contact !== null, phone: typeof body.contact?.phone === 'string' }).toEqual(shows[role])
    const list = await t.call('GET', `/api/v1/rides?from=${startOf(dataset.driver)}`, { as: person })
    for (const secret of secrets) {
      expect(list.text, `list shows ${secret}`).not.toContain(secret)
      if (!shows[role].contact) expect(text, `ride shows ${secret}`).not.toContain(secret)
    }
    const ids = list.body.items.map((ride: { driver: { id: string } }) => ride.driver.id) as string[]
    expect(ids.includes(dataset.driver.id)).toBe(role !== 'B')
  })

  test('an accepted passenger loses the contact 30 days after arrival', async () => {
    const own = async () => {
      const as = await signedInAgain(t.db.kysely, dataset.accepted)
      return (await t.call('GET', '/api/v1/me/reservations', { as })).body.items[0].contact
    }
    expect(await own()).toMatchObject({ phone: '+4791234567', license_plate: 'AB12345' })
    t.clock.advance(34 * 86_400_000)
    try {
      expect(await own()).toBeNull()
    } finally {
      t.clock.advance(-34 * 86_400_000)
    }
  })

  test('the driver sees phones of accepted passengers only', async () => {
    await t.db.kysely
      .updateTable('profile')
      .set({ phone: '+4799999999' })
      .where('id', 'in', [dataset.pending.id, dataset.accepted.id])
      .execute()
    const { body } = await t.call('GET', '/api/v1/me/rides', { as: dataset.driver })
    const phones = body.items[0].reservations.map((r: { status: string; passenger: { phone: string | null } }) => [
      r.status,
      r.passenger.phone,
    ])
    expect(Object.fromEntries(phones)).toEqual({ pending: null, accepted: '+4799999999', rejected: null })
  })

  test('a profile offers a chat to other members only', async () => {
    const path = `/api/v1/profiles/${dataset.driver.id}`
    const offered = async (as?: { cookie: string }) => (await t.call('GET', path, { as })).body.can_chat
    expect([await offered(), await offered(dataset.driver), await offered(dataset.stranger)]).toEqual([
      false,
      false,
      true,
    ])
  })

  test('the keys of public responses are the listed ones', async () => {
    const keys = (value: object) => Object.keys(value).toSorted()
    const { body } = await t.call('GET', `/api/v1/profiles/${dataset.driver.id}`)
    expect(keys(body)).toEqual([
      'age',
      'can_chat',
      'full_name',
      'gender',
      'id',
      'is_driver',
      'is_passenger',
      'member_since',
      'name_confirmed',
      'profile_picture',
      'rating',
      'rating_count',
      'record',
    ])
    const { body: list } = await t.call('GET', '/api/v1/rides')
    expect(keys(list.items[0].driver)).toEqual([
      'full_name',
      'id',
      'profile_picture',
      'rating',
      'rating_count',
      'record',
    ])
  })
})
