/** The administrators' list of requests, its figures and its export. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { addPerson, testSecret, touchSessions, type TestPerson } from '../../../test/sessions.ts'
import type { RequestType } from '@samtur/contract/support'
import { dayOf, MovableClock } from '#platform/clock'

let t: TestApp
let admin: TestPerson
let kari: TestPerson

interface RequestFields {
  name?: string
  email?: string
  type?: RequestType
  subject?: string
  description?: string
  userId?: string | null
}

/** Files the requests a minute apart. Returns the ids, the newest first. */
async function ask(list: RequestFields[]): Promise<string[]> {
  const ids: string[] = []
  for (const [index, fields] of list.entries()) {
    const {
      name = 'Kari',
      email = 'kari@example.no',
      type = 'general',
      subject = 'Hei',
      description = 'Hei',
      userId = null,
    } = fields
    const { rows } = await sql<{ id: string }>`
      insert into support_request (name, email, request_type, subject, description, user_id, created_at)
      values (${name}, ${email}, ${type}, ${subject}, ${description}, ${userId},
        date_trunc('milliseconds', app_now()) - make_interval(mins => ${list.length - index})) returning id`.execute(
      t.db.kysely,
    )
    ids.unshift(rows[0]?.id ?? '')
  }
  return ids
}

const list = async (query = '') =>
  (await t.call('GET', `/api/v1/admin/support-requests${query && `?${query}`}`, { as: admin })).body
const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)
const found = async (q: string) => idsOf(await list(`q=${encodeURIComponent(q)}`))
const begin = (body: object, as = admin) => t.call('POST', '/api/v1/admin/support-exports', { as, body })
const rowsOf = (id: string, as = admin, more = '') =>
  t.call('GET', `/api/v1/admin/support-exports?export_id=${id}${more}`, { as })

describe.each([usualKind])('on the %s database', (kind) => {
  beforeAll(async () => {
    const clock = new MovableClock()
    // The day after the clocks went forward.
    clock.advance(new Date('2027-03-29T12:00:00+02:00').getTime() - Date.now())
    t = await startTestApp({ kind, clock, env: { SECRET: testSecret } })
    // Sessions are of real time.
    admin = await addPerson(t.db.kysely, { name: 'Adele Styrer', role: 'admin' })
    kari = await addPerson(t.db.kysely, { name: 'Kari Nordmann' })
  })
  beforeEach(() => sql`delete from support_request`.execute(t.db.kysely))
  afterAll(() => t.close())

  test('is newest first, in pages, also of two requests in the same millisecond', async () => {
    const ids = await ask(Array.from({ length: 7 }, () => ({ userId: kari.id })))
    await sql`update support_request set created_at = date_trunc('milliseconds', app_now())`.execute(t.db.kysely)
    const seen: string[] = []
    for (let cursor = '', more = true; more;) {
      const { items, next_cursor, matching, counts } = await list(`limit=3${cursor && `&cursor=${cursor}`}`)
      expect([matching, counts]).toEqual([7, { total: 7, pending: 7, in_progress: 0, resolved: 0 }])
      seen.push(...items.map(({ id }: { id: string }) => id))
      cursor = next_cursor ?? ''
      more = next_cursor !== null
    }
    expect(seen).toEqual(ids.toSorted().toReversed())
  })

  test('shows the requester, of a guest only the typed data', async () => {
    const [guest, member] = await ask([{ userId: kari.id }, {}])
    expect((await list()).items).toMatchObject([
      { id: guest, user: null, email: 'kari@example.no' },
      { id: member, user: { id: kari.id, full_name: 'Kari Nordmann', profile_picture: null } },
    ])
  })

  test('is searched by parts of name, address, subject and description regardless of case and accents', async () => {
    const [d, c, b, a] = await ask([
      { name: 'Åse Ødegård' },
      { email: 'solveig.fjord@example.no' },
      { subject: 'Får ikke VARSLER' },
      { description: 'Jeg betalte 100% for mye_her\nog vil ha refusjon' },
    ])
    expect(await found('ase odegard')).toEqual([a])
    expect(await found('ØDEG')).toEqual([a])
    expect(await found('FJORD@')).toEqual([b])
    expect(await found('varsler')).toEqual([c])
    expect(await found('refusj')).toEqual([d])
    // Wildcards of patterns match themselves, and short texts are searched, too.
    expect(await found('100%')).toEqual([d])
    expect(await found('mye_her')).toEqual([d])
    expect(await found('_h')).toEqual([d])
    expect(await found('%')).toEqual([d])
    expect(await found('mye her')).toEqual([])
    expect(await found('\\')).toEqual([])
    expect((await list('q=varsler')).matching).toBe(1)
  })

  test('a text without three letters in a row is searched in the newest 10,000 only, on every page and in the count', async () => {
    await sql`insert into support_request (name, email, subject, description, request_type, created_at)
      select 'x', 'x@x.no', 'x', case when n in (3, 9999, 10000, 10001) then 'ø-3' else 'x' end, case when n = 2 then 'legal' else 'general' end,
        date_trunc('milliseconds', app_now()) - make_interval(secs => n) from generate_series(1, 10002) n`.execute(
      t.db.kysely,
    )
    const few = async (query: string) => {
      const { items, matching, next_cursor } = await list(`q=${encodeURIComponent('Ø-3')}&${query}`)
      return [items.length, matching, next_cursor] as const
    }
    const [first, matching, next] = await few('limit=2')
    expect([first, matching, next === null]).toEqual([2, 3, false])
    expect(await few(`limit=2&cursor=${next}`)).toEqual([1, 3, null])
    // The filters come first.
    expect(await few('type=general')).toEqual([4, 4, null])
  }, 20_000)

  test('is filtered by status and type; older names of a type count as the newer one', async () => {
    const types: RequestType[] = [
      'payment',
      'billing',
      'technical',
      'bug_report',
      'feature',
      'feature_request',
      'safety',
    ]
    const ids = await ask(types.map((type) => ({ type })))
    const of = async (query: string) =>
      (await list(query)).items.map((item: { request_type: string }) => item.request_type).toSorted()
    expect(await of('type=payment')).toEqual(['billing', 'payment'])
    expect(await of('type=technical')).toEqual(['bug_report', 'technical'])
    expect(await of('type=feature')).toEqual(['feature', 'feature_request'])
    expect(await of('type=general')).toEqual([])
    await t.call('PATCH', `/api/v1/admin/support-requests/${ids[0]}`, { as: admin, body: { status: 'resolved' } })
    const both = await list('status=resolved&type=safety&q=hei')
    expect([idsOf(both), both.matching, both.counts]).toEqual([
      [ids[0]],
      1,
      { total: 7, pending: 6, in_progress: 0, resolved: 1 },
    ])
    expect((await list('status=pending')).matching).toBe(6)
    expect((await list('status=resolved&type=payment')).matching).toBe(0)
  })

  test('a request is shown with the others of the same account, or of the same guest’s address', async () => {
    const [guest2, guest1, own2, own1] = await ask([
      { userId: kari.id },
      { userId: kari.id, email: 'ny@example.no' },
      {},
      {},
    ])
    await ask([{ email: 'andre@example.no' }])
    const others = async (id = '') =>
      idsOf({ items: (await t.call('GET', `/api/v1/admin/support-requests/${id}`, { as: admin })).body.others })
    expect(await others(own1)).toEqual([own2])
    expect(await others(guest1)).toEqual([guest2])
  })

  test('the figures cover thirty days in Oslo, with the number of answers and the median time', async () => {
    const at = (instant: string, minutes?: number) =>
      sql`insert into support_request (name, email, subject, description, request_type, created_at, answered_at, admin_reply)
        values ('x', 'x@x.no', 'x', 'x', 'general', ${instant}::timestamptz,
          ${minutes === undefined ? null : new Date(new Date(instant).getTime() + minutes * 60_000)}::timestamptz, ${minutes === undefined ? null : 'x'})`.execute(
        t.db.kysely,
      )
    // Around the hour that there was not, and at both ends.
    await at('2027-03-27T22:59:00Z', 10)
    await at('2027-03-27T23:00:00Z', 20)
    await at('2027-03-28T21:59:00Z', 60)
    await at('2027-03-28T12:00:00Z', 30)
    await at('2027-03-28T12:00:00Z')
    await at('2027-03-28T22:00:00Z')
    await at('2027-02-27T23:00:00Z', 5)
    await at('2027-02-27T22:59:00Z', 5)
    await sql`insert into support_request (name, email, subject, description, request_type, origin, status, reviewed_at, reviewed_by, waiting)
      values ('x', 'x@x.no', 'x', 'x', 'admin_message', 'admin', 'resolved', app_now(), ${kari.id}, false)`.execute(
      t.db.kysely,
    )
    const { items } = (await t.call('GET', '/api/v1/admin/support-days', { as: admin })).body
    expect(items).toHaveLength(30)
    expect([items[0].day, items.at(-1).day]).toEqual(['2027-02-28', dayOf(t.clock.now())])
    expect(items.filter(({ requests }: { requests: number }) => requests > 0)).toEqual([
      { day: '2027-02-28', requests: 1, answered: 1, answer_minutes: 5 },
      { day: '2027-03-27', requests: 1, answered: 1, answer_minutes: 10 },
      { day: '2027-03-28', requests: 4, answered: 3, answer_minutes: 30 },
      { day: '2027-03-29', requests: 1, answered: 0, answer_minutes: null },
    ])
  })

  describe('an export', () => {
    test('is logged with its filters before it is read, and has the requests that matched at that moment', async () => {
      const [second, first] = await ask([
        { type: 'billing', subject: 'Refusjon 1', userId: kari.id },
        { type: 'payment', subject: 'Refusjon 2' },
      ])
      await ask([{ subject: 'Noe annet' }])
      await t.call('PATCH', `/api/v1/admin/support-requests/${first}`, {
        as: admin,
        body: { status: 'in_progress', admin_notes: 'Notat' },
      })
      const begun = await begin({ q: 'REFUSJON', type: 'payment' })
      expect(begun).toMatchObject({ status: 201, body: { total: 2 } })
      const { rows } =
        await sql`select actor_id, action, details from audit_log where id = ${begun.body.export_id}::bigint`.execute(
          t.db.kysely,
        )
      expect(rows).toEqual([
        { actor_id: admin.id, action: 'support_exported', details: { q: 'REFUSJON', type: 'payment', rows: 2 } },
      ])
      t.clock.advance(60_000)
      await ask([{ type: 'payment', subject: 'Refusjon 3' }])
      const { body } = await rowsOf(begun.body.export_id)
      expect(body.next_cursor).toBeNull()
      expect(body.items).toMatchObject([
        { id: second, user_id: null, reviewed_by: null, admin_notes: null },
        { id: first, user_id: kari.id, reviewed_by: 'Adele Styrer', admin_notes: 'Notat', status: 'in_progress' },
      ])
      expect(JSON.stringify(body)).not.toContain('search_text')
    })

    test('has pages of 500 with each row once', async () => {
      await sql`insert into support_request (name, email, subject, description, request_type, created_at)
        select 'x', 'x@x.no', 'x', 'nr ' || n, 'general', date_trunc('milliseconds', app_now()) - make_interval(secs => n / 10)
        from generate_series(1, 1201) n`.execute(t.db.kysely)
      const { export_id: id, total } = (await begin({})).body
      const sizes: number[] = []
      const seen = new Set<string>()
      for (let cursor = '', more = true; more;) {
        const { items, next_cursor } = (await rowsOf(id, admin, cursor && `&cursor=${cursor}`)).body
        sizes.push(items.length)
        for (const item of items as { id: string }[]) seen.add(item.id)
        cursor = next_cursor ?? ''
        more = next_cursor !== null
      }
      expect([total, sizes, seen.size]).toEqual([1201, [500, 500, 201], 1201])
    })

    test('works for the same administrator, for an hour', async () => {
      const { export_id: id } = (await begin({})).body
      const other = await addPerson(t.db.kysely, { role: 'admin' })
      expect((await rowsOf(id, other)).status).toBe(404)
      expect((await rowsOf(id, kari)).status).toBe(403)
      t.clock.advance(59 * 60_000)
      await touchSessions(t.db.kysely, admin.id)
      expect((await rowsOf(id)).status).toBe(200)
      t.clock.advance(2 * 60_000)
      expect((await rowsOf(id)).status).toBe(404)
      // No other entry of the log is an export.
      const suspended = await addPerson(t.db.kysely)
      await t.call('POST', `/api/v1/admin/users/${suspended.id}/suspend`, { as: admin, body: { reason: randomUUID() } })
      const { rows } = await sql<{ id: string }>`select id from audit_log where action = 'user_suspended'`.execute(
        t.db.kysely,
      )
      expect((await rowsOf(rows[0]?.id ?? '')).status).toBe(404)
    })
  })
})
