/** A talk that is handed over, and later messages of a request. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { usualKind } from '../../../test/database.ts'
import {
  assistant,
  create,
  handOver,
  kari,
  ola,
  one,
  own,
  person,
  reply,
  say,
  stored,
  setUpSupport,
  update,
} from '../../../test/support-fixtures.ts'

describe.each([usualKind])('on the %s database', (kind) => {
  setUpSupport(kind)

  describe('a talk that is handed over', () => {
    const talk = [
      assistant('Hei! Hva kan jeg hjelpe med?'),
      person('Jeg ble ikke hentet'),
      assistant('Se hjelp'),
      person('Et menneske, takk'),
    ]

    test('becomes a request with all its lines', async () => {
      const { status, body } = await handOver(talk)
      expect(status).toBe(201)
      expect(body).toMatchObject({
        subject: 'Jeg ble ikke hentet',
        description: 'Jeg ble ikke hentet\nEt menneske, takk',
        origin: 'chat',
        status: 'pending',
        messages: talk.map((line, index) => ({ ...line, seq: index + 1 })),
      })
      expect(await stored(body.id)).toMatchObject({
        user_id: kari.id,
        name: kari.name,
        email: kari.email,
        waiting: true,
      })
    })

    test('adds its new lines to the open request', async () => {
      const { id } = (await handOver(talk)).body
      await reply(id, { message: 'Hei, jeg ser på det' })
      const key = { 'idempotency-key': randomUUID() }
      const again = await handOver(talk, kari, key)
      // Without new lines the request waits again; a repetition of the same call changes nothing.
      expect(again.body).toMatchObject({ id, messages: { length: 5 } })
      expect((await one(id)).waiting).toBe(true)
      await reply(id, { message: 'Hei igjen' })
      expect((await handOver(talk, kari, key)).body).toMatchObject({ id, messages: { length: 6 } })
      expect((await one(id)).waiting).toBe(false)
      const { body } = await handOver([...talk, assistant('Et øyeblikk'), person('Er dere der?')])
      expect(body.id).toBe(id)
      expect(body.messages.map(({ content }: { content: string }) => content).slice(4)).toEqual([
        'Hei, jeg ser på det',
        'Hei igjen',
        'Et øyeblikk',
        'Er dere der?',
      ])
      expect((await one(id)).waiting).toBe(true)
      await update(id, { status: 'resolved' })
      const next = (await handOver(talk)).body
      expect([next.id === id, next.messages.length]).toEqual([false, 4])
      expect((await handOver(talk, ola)).body.id).not.toBe(next.id)
    })

    test('has a subject of the first line, cut at a word', async () => {
      const { body } = await handOver([person(`${'ord '.repeat(60)}\n${'æ'.repeat(1700)}`)])
      expect(Array.from(body.subject as string).length).toBeLessThanOrEqual(200)
      expect(body.subject).toMatch(/ord…$/)
      const long = Array.from({ length: 40 }, (_, index) => person(`${index} ${'🦊'.repeat(300)}`))
      const { body: whole } = await handOver(long, ola)
      expect(whole.messages).toHaveLength(40)
      expect(Array.from(whole.description as string).length).toBeLessThanOrEqual(5000)
    })
  })

  describe('a message', () => {
    test('is numbered, and a retry changes nothing', async () => {
      const { id } = (await create({}, kari)).body
      const first = await say(id, { content: 'En ting til', client_id: 'AAAAAAAA-0000-4000-8000-000000000000' })
      expect(first).toMatchObject({ status: 201, body: { seq: 1, author: 'person', content: 'En ting til' } })
      expect(
        (await say(id, { content: 'En ting til', client_id: 'aaaaaaaa-0000-4000-8000-000000000000' })).body,
      ).toEqual(first.body)
      expect((await say(id, { content: 'Og en' })).body.seq).toBe(2)
      expect((await own(`/${id}`)).body.messages).toMatchObject([{ seq: 1 }, { seq: 2 }])
      expect((await say(id, { content: 'Hei' }, ola)).status).toBe(404)
      expect((await say(randomUUID(), { content: 'Hei' })).status).toBe(404)
    })

    test('is reported as waiting only where the person has written one beside the request', async () => {
      const { id } = (await create({}, kari)).body
      await update(id, { status: 'in_progress' })
      expect((await one(id)).waiting).toBe(false)
      await say(id, { content: 'Er dere der?' })
      expect((await one(id)).waiting).toBe(true)
    })

    test('of the person makes the request wait, and one of an administrator answers it', async () => {
      const { id } = (await create({}, kari)).body
      const answered = await reply(id, { message: 'Her er turen', client_id: randomUUID() })
      expect(answered).toMatchObject({
        status: 200,
        body: { waiting: false, status: 'pending', messages: [{ author: 'admin' }] },
      })
      const first = (await stored(id)).answered_at
      expect(first).not.toBeNull()
      expect((await own(`/${id}`)).body.admin_reply).toBe('Her er turen')
      await say(id, { content: 'Takk, men hvor?' })
      expect(await stored(id)).toMatchObject({ waiting: true, admin_reply: 'Her er turen' })
      await reply(id, { message: 'Under Mine turer' })
      expect(await stored(id)).toMatchObject({ waiting: false, admin_reply: 'Under Mine turer', answered_at: first })
    })

    test('is refused once the request is resolved, except for a repetition', async () => {
      const { id } = (await create({}, kari)).body
      const [mine, theirs] = [randomUUID(), randomUUID()]
      const said = await say(id, { content: 'Hei', client_id: mine })
      await reply(id, { message: 'Hei', client_id: theirs })
      await update(id, { status: 'resolved' })
      expect(await say(id, { content: 'Hallo' })).toMatchObject({ status: 409, body: { code: 'request_closed' } })
      expect(await reply(id, { message: 'Hallo' })).toMatchObject({ status: 409, body: { code: 'request_closed' } })
      expect((await say(id, { content: 'Hei', client_id: mine })).body).toEqual(said.body)
      expect((await reply(id, { message: 'Hei', client_id: theirs })).body.messages).toHaveLength(2)
    })
  })
})
