/** A request of an erased person takes no more text and can be resolved. */
import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { findViolations } from '#platform/db/invariants'
import { forgetSupport } from './store.ts'

const question = {
  name: 'Kari',
  email: 'kari@example.no',
  subject: 'Hvor er turen?',
  description: 'Jeg finner den ikke.',
}

test.each([usualKind])('on the %s database', async (kind) => {
  const t: TestApp = await startTestApp({ kind, env: { SECRET: testSecret } })
  try {
    const admin = await addPerson(t.db.kysely, { role: 'admin' })
    const id = await askAndLeave(t)
    const path = `/api/v1/admin/support-requests/${id}`
    const closed = { status: 409, body: { code: 'request_closed' } }
    const change = (body: object) => t.call('PATCH', path, { as: admin, body })
    expect(await t.call('POST', `${path}/message`, { as: admin, body: { message: 'Svar' } })).toMatchObject(closed)
    expect(await change({ admin_notes: 'Notat' })).toMatchObject(closed)
    expect(await change({ status: 'resolved', admin_notes: 'Notat' })).toMatchObject(closed)
    const pending = async () =>
      (await t.call('GET', '/api/v1/admin/support-requests?status=pending', { as: admin })).body
    expect((await pending()).items).toMatchObject([{ id, email: '', user: null, waiting: false }])

    expect(await change({ status: 'resolved' })).toMatchObject({ status: 200, body: { status: 'resolved' } })
    expect(await pending()).toMatchObject({ items: [], counts: { pending: 0, resolved: 1 } })
    expect(await t.db.kysely.selectFrom('outbox').select('id').where('kind', 'like', 'support.%').execute()).toEqual([])
    expect(await findViolations(t.db.kysely)).toEqual([])
  } finally {
    await t.close()
  }
})

/** Responds to the request that was open when the person was erased. */
async function askAndLeave(t: TestApp): Promise<string> {
  const kari: TestPerson = await addPerson(t.db.kysely)
  const { id } = (await t.call('POST', '/api/v1/support-requests', { as: kari, body: question })).body
  await t.db.tx((tx) => forgetSupport(tx, { newId: kari.id, email: kari.email }))
  return id
}
