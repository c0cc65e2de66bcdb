/** Generated from the interface's matrix: every operation and role, and the checks that each row needs. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../src/rest/tables.ts'
import { startTestApp, type TestApp } from '../../../server/test/app.ts'
import { eachRow } from '../../../server/test/each-row.ts'
import { clientKey } from '../client.ts'
import { addPerson, testSecret, type TestPerson } from '../../../server/test/sessions.ts'
import { createDataset, type Dataset, personOf } from '../../../server/test/rights/dataset.ts'
import { interfaceMatrix, type InterfaceRequest, type InterfaceRow } from './matrix.ts'
import { refusedRequests } from './trip-rows.ts'
import { roles } from '../../../server/test/rights/rows.ts'

let t: TestApp
let dataset: Dataset

beforeAll(async () => {
  t = await startTestApp({ env: { SECRET: testSecret, EMAIL_CODE_SIGN_IN: 'on' } })
  dataset = await createDataset(t)
})
afterAll(() => t.close())

async function tokenOf(person: TestPerson): Promise<string> {
  const { status, body } = await t.call('GET', '/api/auth/token', { as: { cookie: person.cookie } })
  expect(status).toBe(200)
  return body.token as string
}

async function send(row: InterfaceRow, request: InterfaceRequest, person: TestPerson | undefined, token?: string) {
  const [method = '', pattern = ''] = row.route.split(' ')
  const bearer = token ?? (person && (await tokenOf(person)))
  const headers = { apikey: clientKey, ...(bearer && { authorization: `Bearer ${bearer}` }), ...request.headers }
  return t.call(method, request.path ?? pattern, { body: request.body, headers })
}

test('every operation of the closed list has one row', () => {
  const listed = [...operations.map(({ name }) => `rest: ${name}`), 'rest: rpc.delete_chat_for_user']
  const rows = interfaceMatrix.map(({ name }) => name).filter((name) => name.startsWith('rest: '))
  expect(rows.toSorted()).toEqual(listed.toSorted())
  expect(new Set(interfaceMatrix.map(({ name }) => name)).size).toBe(interfaceMatrix.length)
})

describe.each(interfaceMatrix)('$name', (row) => {
  /** What the row writes to. A refused request leaves it as it was, so the next role goes on with it. */
  let written: Dataset | undefined

  test('responds to each role as its row says', () =>
    eachRow(roles, String, async (role) => {
      const w = row.writes ? (written ??= await createDataset(t)) : dataset
      const person = personOf[role](w)
      const response = await send(row, row.request?.(w, person) ?? {}, person)
      if (response.status < 400) written = undefined
      const seen = { status: response.status, text: response.text.slice(0, 200) }
      expect(seen).toMatchObject({ status: row.answers[role] })
    }))

  test.runIf(row.answers.V === 401)(
    'refuses a token that was changed, and one of a session that has ended',
    async () => {
      const stranger = await addPerson(t.db.kysely)
      const token = await tokenOf(stranger)
      const [header, claims = '', signature] = token.split('.')
      const other = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: dataset.driver.id }
      const forged = [header, Buffer.from(JSON.stringify(other)).toString('base64url'), signature].join('.')
      await t.db.kysely.deleteFrom('auth_session').where('user_id', '=', stranger.id).execute()
      const request = row.request?.(dataset, stranger) ?? {}
      const responses = [await send(row, request, undefined, forged), await send(row, request, undefined, token)]
      for (const { status } of responses) expect([401, 403]).toContain(status)
    },
  )

  test.runIf(row.foreign)('responds with the same bytes to an unknown id and to another person’s', async () => {
    const of = (id: string) => row.foreign?.(id, dataset) ?? {}
    const foreign = await send(row, row.request?.(dataset, dataset.stranger) ?? {}, dataset.stranger)
    const absent = await send(row, of(randomUUID()), dataset.stranger)
    const odd = await send(row, of('undefined'), dataset.stranger)
    const seen = ({ status, text }: typeof foreign) => [status, text.replace(/"request_id":"[^"]+"/, '')]
    expect([seen(absent), seen(odd)]).toEqual([seen(foreign), seen(foreign)])
  })
})

test.each(refusedRequests)('$name is refused as each role', ({ method, path, body, status }) =>
  eachRow(roles, String, async (role) => {
    const person = personOf[role](dataset)
    const token = person && (await tokenOf(person))
    const headers = { apikey: clientKey, ...(token && { authorization: `Bearer ${token}` }) }
    const response = await t.call(method, path(dataset), { body, headers })
    expect([response.status, response.text.slice(0, 200)]).toEqual([
      status,
      expect.stringMatching(/"code":"\w+","message":/),
    ])
  }),
)
