/**
 * Simultaneous actions on one support request: numbers have no gaps, states move in one direction, and there is one notification for each
 * change.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { addMessage, forgetSupport } from '../src/features/support/store.ts'
import { describePostgres } from './database.ts'
import { setUpRace } from './races.ts'
import { addPerson, type TestPerson } from './sessions.ts'

const body = {
  name: 'Kari',
  email: 'kari@example.no',
  subject: 'Hvor er turen?',
  description: 'Jeg finner den ikke.',
}

describePostgres('support', () => {
  const { race, call } = setUpRace(1)
  const kari = () => race.driver
  const create = async () => (await call('POST', '/support-requests', kari(), body)).body.id as string
  const admins = () => Promise.all(Array.from({ length: 2 }, () => addPerson(race.db.kysely, { role: 'admin' })))
  const move = (id: string, as: TestPerson, status: string) =>
    call('PATCH', `/admin/support-requests/${id}`, as, { status })
  const reply = (id: string, as: TestPerson, body: object) =>
    call('POST', `/admin/support-requests/${id}/message`, as, body)
  const say = (id: string, body: object) => call('POST', `/me/support-requests/${id}/messages`, kari(), body)
  const handOver = (transcript: object[]) => call('POST', '/support-chats', kari(), { transcript })
  const readRequest = (id: string) =>
    race.db.kysely.selectFrom('support_request').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const messages = (id: string) =>
    race.db.kysely.selectFrom('support_message').selectAll().where('request_id', '=', id).orderBy('seq').execute()
  const notifications = async (id: string, kind: 'support_replied' | 'support_resolved') =>
    race.db.kysely
      .selectFrom('notification')
      .select('id')
      .where('kind', '=', kind)
      .where('path', 'like', `%${id}`)
      .execute()
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

  test('of two administrators who resolve a request one succeeds, and the log names that one', async () => {
    for (let round = 0; round < 10; round++) {
      const [id, both] = [await create(), await admins()]
      const answers = await Promise.all(both.map((admin) => move(id, admin, 'resolved')))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)?.body.code).toBe('request_closed')
      const winner = both[answers.findIndex(({ status }) => status === 200)]
      expect((await readRequest(id)).reviewed_by).toBe(winner?.id)
      expect(await notifications(id, 'support_resolved')).toHaveLength(1)
      const log = await race.db.kysely
        .selectFrom('audit_log')
        .select('actor_id')
        .where('action', '=', 'support_resolved')
        .where(({ eb, ref }) => eb(ref('details', '->>').key('request_id'), '=', id))
        .execute()
      expect(log).toEqual([{ actor_id: winner?.id }])
    }
  })

  test('one administrator starts a request while another resolves it, and it ends resolved', async () => {
    for (let round = 0; round < 10; round++) {
      const [id, [one, other]] = [await create(), await admins()]
      if (!one || !other) throw new Error('no administrators')
      const [taken, resolved] = await Promise.all([move(id, one, 'in_progress'), move(id, other, 'resolved')])
      expect(resolved.status).toBe(200)
      expect([200, 409]).toContain(taken.status)
      const row = await readRequest(id)
      expect([row.status, row.reviewed_by]).toEqual(['resolved', taken.status === 200 ? one.id : other.id])
    }
  })

  test('twenty answers and twenty messages at once are numbered without gaps', async () => {
    const [id, [admin]] = [await create(), await admins()]
    if (!admin) throw new Error('no administrator')
    const statuses = await Promise.all(
      upTo(20).flatMap((n) => [reply(id, admin, { message: `Svar ${n}` }), say(id, { content: `Ord ${n}` })]),
    )
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200, 201]))
    const lines = await messages(id)
    expect(lines.map(({ seq }) => seq)).toEqual(upTo(40))
    expect(await notifications(id, 'support_replied')).toHaveLength(20)
    const row = await readRequest(id)
    expect([row.last_seq, row.waiting, row.admin_reply]).toEqual([
      40,
      lines.at(-1)?.author === 'person',
      lines.findLast(({ author }) => author === 'admin')?.content,
    ])
  })

  test('the same message sent ten times at once is stored once', async () => {
    const [id, [admin]] = [await create(), await admins()]
    if (!admin) throw new Error('no administrator')
    const [mine, theirs] = [randomUUID(), randomUUID()]
    const answers = await Promise.all(
      upTo(10).flatMap(() => [
        say(id, { content: 'Hei', client_id: mine }),
        reply(id, admin, { message: 'Hei', client_id: theirs }),
      ]),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]))
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id as string)).size).toBe(1)
    expect(await messages(id)).toHaveLength(2)
    expect(await notifications(id, 'support_replied')).toHaveLength(1)
  })

  test('a message sent while the request is resolved is stored before or refused', async () => {
    for (let round = 0; round < 10; round++) {
      const [id, [admin]] = [await create(), await admins()]
      if (!admin) throw new Error('no administrator')
      const [message, answered, resolved] = await Promise.all([
        say(id, { content: 'Vent' }),
        reply(id, admin, { message: 'Ja' }),
        move(id, admin, 'resolved'),
      ])
      expect(resolved.status).toBe(200)
      for (const { status, body } of [message, answered])
        if (status >= 300) expect([status, body.code]).toEqual([409, 'request_closed'])
      const stored = [message, answered].filter(({ status }) => status < 300).length
      expect(await messages(id)).toHaveLength(stored)
      const row = await readRequest(id)
      expect([row.status, row.waiting]).toEqual(['resolved', false])
    }
  })

  test('an answer that is being written while its person is erased is deleted too', async () => {
    const [id, [admin]] = [await create(), await admins()]
    if (!admin) throw new Error('no administrator')
    const leaver = { newId: kari().id, email: kari().email }
    const [written, committing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const answering = race.db.tx(async (tx) => {
      await addMessage(tx, { requestId: id, author: 'admin', content: 'Svar', clientId: undefined })
      written.resolve()
      await committing.promise
    })
    await written.promise
    const erasing = race.db.tx((tx) => forgetSupport(tx, leaver))
    const waiting = () =>
      sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        race.db.read,
      )
    await vi.waitFor(async () => expect((await waiting()).rows).toHaveLength(1))
    committing.resolve()
    await Promise.all([answering, erasing])
    expect(await messages(id)).toEqual([])
    expect(await readRequest(id)).toMatchObject({ user_id: null, email: '', admin_reply: null })
  })

  test('a conversation handed over many times at once makes one request', async () => {
    const talk = [
      { author: 'person', content: 'Hei' },
      { author: 'person', content: 'Et menneske, takk' },
    ]
    const answers = await Promise.all(upTo(10).map(() => handOver(talk)))
    const ids = new Set(answers.map(({ body }) => body.id as string))
    expect([answers.map(({ status }) => status), ids.size]).toEqual([Array<number>(10).fill(201), 1])
    expect(await messages([...ids][0] ?? '')).toHaveLength(2)
  })
})
