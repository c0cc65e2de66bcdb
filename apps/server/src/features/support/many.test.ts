/** The administrators' list with a hundred thousand requests responds in time. */
// @module-tag slow
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { describePostgres } from '../../../test/database.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'

const REQUESTS = 100_000
const BUDGET_MS = 50

describePostgres('with 100,000 requests', () => {
  let t: TestApp
  let admin: TestPerson

  beforeAll(async () => {
    t = await startTestApp({ kind: 'server', env: { SECRET: testSecret } })
    admin = await addPerson(t.db.kysely, { role: 'admin' })
    await t.db.longRunning(async (executor) => {
      await fill(executor, admin.id)
      await fillOthers(executor, admin.id)
      await sql`analyze support_request`.execute(executor)
      await sql`vacuum support_request`.execute(executor)
    })
  }, 120_000)
  afterAll(() => t.close())

  const list = (query: string) => t.call('GET', `/api/v1/admin/support-requests?${query}`, { as: admin })

  /** Milliseconds of the quickest of many calls: what else runs on the machine is not meant. */
  async function quickestOf(path: string): Promise<number> {
    let best = Infinity
    for (let round = 0; round < 100 && (round < 9 || best > BUDGET_MS); round++) {
      const start = performance.now()
      expect((await t.call('GET', path, { as: admin })).status).toBe(200)
      best = Math.min(best, performance.now() - start)
    }
    return best
  }

  async function deepCursor(): Promise<string> {
    const { rows } = await sql<{ at: Date; id: string }>`
      select created_at as at, id from support_request order by created_at desc, id desc offset 80000 limit 1`.execute(
      t.db.read,
    )
    const [row] = rows
    return Buffer.from(`${row?.at.toISOString()} ${row?.id}`).toString('base64url')
  }

  test('the first page, a deep page and searches respond in time', async () => {
    const deep = await deepCursor()
    const queries = {
      'the first page': '',
      'a deep page': `cursor=${deep}`,
      'a state': 'status=in_progress',
      'a type with its older words': 'type=payment',
      'a state and a type': 'status=pending&type=safety',
      'something rare': 'q=kardemomme',
      'a word that is in no request': 'q=xylofonspill',
      'something that one in a hundred wrote': 'q=ferge',
      'something that nearly everybody wrote': 'q=refusjon',
      'something common, far down': `q=refusjon&cursor=${deep}`,
      'something rare, far down': `q=kardemomme&cursor=${deep}`,
      'something common among few': 'q=refusjon&type=admin_message',
      'an address': 'q=person777%40example.no',
      'two letters that are in no request': 'q=qz',
      'two letters, far down': `q=om&cursor=${deep}`,
    }
    const times: Record<string, number> = {}
    for (const [name, query] of Object.entries(queries))
      times[name] = Math.round(await quickestOf(`/api/v1/admin/support-requests?${query}`))
    expect(Object.entries(times).filter(([, ms]) => ms > BUDGET_MS)).toEqual([])
  }, 120_000)

  test('one request with others of the same guest or member responds in time', async () => {
    const of = async (subject: string) =>
      (
        await sql<{ id: string }>`select id from support_request where subject like ${subject} limit 1`.execute(
          t.db.read,
        )
      ).rows[0]?.id
    const times: Record<string, number> = {}
    for (const [name, subject, others] of [
      ['a guest with one request', 'Spørsmål%', 0],
      ['a guest with twelve requests', 'Gjest 1', 10],
      ['a member with twelve requests', 'Medlem 1', 10],
    ] as const) {
      const path = `/api/v1/admin/support-requests/${await of(subject)}`
      expect((await t.call('GET', path, { as: admin })).body.others).toHaveLength(others)
      times[name] = Math.round(await quickestOf(path))
    }
    expect(Object.entries(times).filter(([, ms]) => ms > BUDGET_MS)).toEqual([])
  })

  test('finds the same requests by each way of searching', async () => {
    const rare = (await list('q=KARDEMOMME')).body
    expect([rare.items.length, rare.matching, rare.next_cursor]).toEqual([10, 10, null])
    const common = (await list('q=refusjon')).body
    expect([common.items.length, common.matching]).toEqual([50, 1000])
    expect(common.counts.total).toBe(REQUESTS + 24)
    // One in a hundred: pages by way of the words lead through all of them, once each.
    const seen = new Set<string>()
    for (let cursor = '', more = true; more;) {
      const { items, next_cursor } = (await list(`q=ferge&limit=50${cursor && `&cursor=${cursor}`}`)).body
      for (const { id } of items as { id: string }[]) seen.add(id)
      cursor = next_cursor ?? ''
      more = next_cursor !== null
    }
    expect(seen.size).toBe(REQUESTS / 100)
  }, 60_000)
})

async function fill(executor: TestApp['db']['kysely'], adminId: string) {
  await sql`
    insert into support_request (name, email, request_type, subject, description, status, reviewed_at, reviewed_by, created_at, updated_at)
    select 'Person ' || n, 'person' || n || '@example.no',
      (array['general', 'technical', 'account', 'safety', 'payment', 'report_user', 'legal', 'feature', 'billing', 'bug_report'])[1 + n % 10],
      case when n % 10000 = 7 then 'Kardemomme i bilen ' else 'Spørsmål om turen ' end || md5(n::text),
      'Hei! Jeg lurer på ' || case when n % 10 < 9 then 'refusjon' else 'bagasje' end || ' for turen min, og om '
        || case when n % 100 = 3 then 'ferge' else 'bompenger' end || ' er med i prisen. ' || repeat(md5((n * 7)::text) || ' ord og mer om saken. ', 5),
      status, case when status <> 'pending' then now() end, case when status <> 'pending' then ${adminId}::uuid end,
      date_trunc('milliseconds', now() - make_interval(secs => (${REQUESTS} - n) * 300)), now()
    from (select n, case when n > 99000 then 'pending' when n > 98000 then 'in_progress' else 'resolved' end as status
      from generate_series(1, ${REQUESTS}::integer) n) made`.execute(executor)
}

/** A guest and a member who come again and again, among all the others' years. */
async function fillOthers(executor: TestApp['db']['kysely'], memberId: string) {
  await sql`
    insert into support_request (user_id, name, email, request_type, subject, description, created_at)
    select case when who = 'Medlem' then ${memberId}::uuid end, who, who || '@example.no', 'general', who || ' ' || n, 'Hei igjen',
      date_trunc('milliseconds', now() - make_interval(days => n * 20))
    from unnest(array['Gjest', 'Medlem']) who, generate_series(1, 12) n`.execute(executor)
}
