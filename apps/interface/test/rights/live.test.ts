/** Generated from the rows of `/realtime/v1`: every subscription and role over raw sockets. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../server/test/app.ts'
import { clientKey } from '../client.ts'
import { RawProgram } from '../realtime-client.ts'
import { testSecret } from '../../../server/test/sessions.ts'
import { createDataset, type Dataset, personOf } from '../../../server/test/rights/dataset.ts'
import { bindingRows } from './live-rows.ts'
import { type Role, roles } from '../../../server/test/rights/rows.ts'

let t: TestApp
let dataset: Dataset
let programs: RawProgram[] = []

beforeAll(async () => {
  t = await startTestApp({ env: { SECRET: testSecret } })
  dataset = await createDataset(t)
})
afterAll(() => t.close())
afterEach(() => {
  for (const { socket } of programs) socket.terminate()
  programs = []
})

async function connect(role: Role) {
  const person = personOf[role](dataset)
  const { body } = person ? await t.call('GET', '/api/auth/token', { as: person }) : { body: { token: clientKey } }
  const program = await RawProgram.open(t)
  programs.push(program)
  return { role, program, token: body.token as string }
}

describe.each(bindingRows)('$name', ({ binding, joined, receives }) => {
  test('is joined and received by the roles of its row', async () => {
    const all = await Promise.all(roles.map(connect))
    for (const { role, program, token } of all) {
      const { status, response } = await program.join('x', token, binding(dataset))
      const granted = (response?.['postgres_changes'] as unknown[] | undefined) ?? []
      expect([role, status === 'ok' && granted.length === 1]).toEqual([role, joined.includes(role)])
    }
    const body = { content: 'Hemmelig beskjed' }
    const path = `/api/v1/chats/${dataset.chatId}/messages`
    expect((await t.call('POST', path, { as: dataset.driver, body })).status).toBe(201)
    const received = () =>
      all.filter(({ program }) => program.events('x').includes('postgres_changes')).map(({ role }) => role)
    await expect.poll(received).toEqual(receives)
    for (const { program } of all) await program.push('phoenix', 'heartbeat')
    expect(received()).toEqual(receives)
  })
})
