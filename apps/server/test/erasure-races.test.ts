/** What others do at the moment in which an account is erased, on PostgreSQL. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { assert, expect, test } from 'vitest'
import { openChat, sendMessage, takeBackMessage } from '../src/features/chat/service.ts'
import { createTextQueue } from '../src/features/chat/store-messages.ts'
import { erasePerson, leave } from '../src/features/privacy/service.ts'
import { describePostgres } from './database.ts'
import { setUpRace } from './races.ts'
import { addPerson } from './sessions.ts'

const ROUNDS = 40

describePostgres('at one moment', () => {
  const { race } = setUpRace(0)

  /** Returns a person whose account is due to be erased, and a message of that person, every other one an image. */
  async function addLeaver(isImage: boolean) {
    const { app } = race.t
    const { kysely } = race.db
    const [sender, other] = [await addPerson(kysely), await addPerson(kysely)]
    const chatId = await openChat(app.parts, sender.id, { user_id: other.id })
    const context = { ...app.parts, queueText: createTextQueue(race.db) }
    const { id: messageId } = await sendMessage(context, sender.id, chatId, { content: 'Hei', message_type: 'text' })
    if (isImage)
      await sql`update message set message_type = 'image', content = null, image_width = 4, image_height = 3,
        image_key = ${`${randomBytes(16).toString('hex')}.jpg`} where id = ${messageId}`.execute(kysely)
    await race.db.tx((tx) => leave(tx, { ...app.parts, origin: app.origin }, sender.id))
    await sql`update auth_user set purge_at = app_now() where id = ${sender.id}`.execute(kysely)
    return { sender, chatId, messageId }
  }

  /** Starts the acts while the conversation is locked, each when those before it wait for the lock. Returns their promises in an array. */
  const startInOrder = (chatId: string, acts: (() => Promise<unknown>)[]) =>
    race.db.kysely.transaction().execute(async (tx) => {
      await sql`select from chat where id = ${chatId} for update`.execute(tx)
      const started: Promise<unknown>[] = []
      for (const act of acts) {
        started.push(act())
        await expect.poll(async () => (await waiting()).rows).toHaveLength(started.length)
      }
      return started
    })
  const waiting = () =>
    sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
      race.db.read,
    )

  test('a sender takes a message back while the account is erased: it is empty or the other side keeps it, and no image stays', async () => {
    const seen = { taken_back: 0, kept: 0 }
    const { parts, origin } = { parts: race.t.app.parts, origin: race.t.app.origin }
    for (let round = 0; round < ROUNDS; round++) {
      // In the first two rounds each of them once waits before the other, so that both outcomes are seen on every machine.
      const inOrder = round < 2
      const { sender, chatId, messageId } = await addLeaver(!inOrder && round % 4 < 2)
      const take = () => takeBackMessage(parts, sender.id, { chatId, messageId })
      const erase = () => erasePerson({ ...parts, origin }, sender.id)
      const isFirst = round % 2 === 0
      const acts = isFirst ? [take, erase] : [erase, take]
      const both = inOrder ? startInOrder(chatId, acts) : acts.map((act) => act())
      const [first, second] = await Promise.allSettled(await both)
      const [taken, erased] = isFirst ? [first, second] : [second, first]
      assert(taken && erased)
      if (inOrder) expect(taken.status).toBe(isFirst ? 'fulfilled' : 'rejected')
      expect(erased).toMatchObject({ status: 'fulfilled' })
      const message = await race.db.kysely
        .selectFrom('message')
        .select(['sender_id', 'message_type', 'content', 'image_key', 'taken_back_at'])
        .where('id', '=', messageId)
        .executeTakeFirstOrThrow()
      expect(message.sender_id).not.toBe(sender.id)
      expect(message.image_key).toBeNull()
      if (taken.status === 'fulfilled') {
        seen.taken_back++
        expect(message).toMatchObject({ content: null, taken_back_at: expect.any(Date) })
      } else {
        seen.kept++
        expect(taken.reason).toMatchObject({ code: 'not_found' })
        expect(message).toMatchObject({
          content: message.message_type === 'text' ? 'Hei' : null,
          taken_back_at: null,
        })
      }
    }
    expect(seen.taken_back).toBeGreaterThan(0)
    expect(seen.kept).toBeGreaterThan(0)
  }, 120_000)
})
