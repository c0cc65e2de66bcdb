/** What the administrator hides is told to nobody else, in whatever way it is asked for, and comes back as it was. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { goodPicture, sendForm } from '../../../test/images/uploads.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { makeWorld, startOf, type World } from '../../../test/rights/world.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { countUnread, listChats, listUnread } from '#features/chat/views'
import { readPart, partNames } from '#features/privacy/views'
import { findViolations } from '#platform/db/invariants'

const canary = 'Kanarifugl 7f3a9c'

describe.each(databaseKinds)('on the %s database', (kind) => {
  let t: TestApp
  let w: World

  beforeAll(async () => {
    t = await startTestApp({ kind, env: { SECRET: testSecret } })
  })
  beforeEach(async () => {
    w = await makeWorld(t)
  })
  afterAll(() => t.close())

  const call = (method: string, path: string, as?: TestPerson, body?: object) =>
    t.call(method, path.startsWith('/files') ? path : `/api/v1${path}`, { as, ...(body && { body }) })
  const change = (method: string, kindOf: string, id: string, more: object = {}) =>
    call(method, '/admin/hidden-content', w.admin, { kind: kindOf, id, reason: 'Mot reglene', ...more })
  const hide = (kindOf: string, id: string, more?: object) => change('POST', kindOf, id, more)
  const show = (kindOf: string, id: string, more?: object) => change('DELETE', kindOf, id, more)
  const newsOf = async (person: TestPerson) => {
    const rows = await t.db.kysely
      .selectFrom('notification')
      .select(['kind', 'params', 'path'])
      .where('user_id', '=', person.id)
      .where('kind', 'in', ['content_hidden', 'content_shown'])
      .orderBy('id')
      .execute()
    return rows
  }
  const log = () =>
    t.db.kysely
      .selectFrom('audit_log')
      .selectAll()
      .where('action', 'in', ['content_hidden', 'content_shown'])
      .where('actor_id', '=', w.admin.id)
      .orderBy('id')
      .execute()

  const wrongInSearch = async () =>
    (await findViolations(t.db.kysely)).filter(({ invariant }) => invariant === 'search')

  /** Everything that people, and nobody, are answered and told: who sees the text? */
  const seenBy = async (text: string) => {
    const people: Record<string, TestPerson | undefined> = {
      visitor: undefined,
      driver: w.driver,
      accepted: w.accepted,
      pending: w.pending,
      rejected: w.rejected,
      stranger: w.stranger,
      blocked: w.blocked,
    }
    const paths = [
      '/rides',
      `/rides?from=${encodeURIComponent(startOf(w.driver))}`,
      `/rides/alternatives?from=${encodeURIComponent(startOf(w.driver))}&to=Bergen&date=2027-01-01`,
      `/rides/${w.rideId}`,
      `/profiles/${w.driver.id}`,
      `/profiles/${w.accepted.id}`,
      `/profiles/${w.driver.id}/ratings`,
      '/me',
      '/me/rides',
      '/me/reservations',
      '/me/notifications',
      '/chats',
      `/chats/${w.chatId}/messages`,
    ]
    const seen = new Set<string>()
    for (const [name, person] of Object.entries(people)) {
      const answers = await Promise.all(paths.map((path) => call('GET', path, person)))
      if (answers.some((answer) => answer.text.includes(text))) seen.add(name)
      // What each person takes along.
      if (!person) continue
      for (const part of partNames) {
        if (JSON.stringify(await readPart(t.db.read, part, person.id)).includes(text)) seen.add(name)
      }
    }
    const { rows } = await sql<{ text: string }>`
      select to_json(notification)::text as text from notification union all select to_json(outbox)::text from outbox
      union all select to_json(push_message)::text from push_message`.execute(t.db.kysely)
    if (rows.some((row) => row.text.includes(text))) seen.add('told')
    return [...seen]
  }

  describe('a comment', () => {
    beforeEach(() =>
      t.db.kysely
        .updateTable('rating')
        .set({ comment: canary, reply: 'Et svar', replied_at: new Date() })
        .where('id', '=', w.ratingId)
        .execute(),
    )
    const ratings = async (as?: TestPerson) =>
      (await call('GET', `/profiles/${w.driver.id}/ratings`, as)).body.items.find(
        ({ id }: { id: string }) => id === w.ratingId,
      )

    test('is read by its author and the administrator, its value and the reply by all; then by all again', async () => {
      expect(await seenBy(canary)).toEqual([
        'visitor',
        'driver',
        'accepted',
        'pending',
        'rejected',
        'stranger',
        'blocked',
      ])
      const before = await ratings(w.stranger)
      const profile = (await call('GET', `/profiles/${w.driver.id}`)).text
      expect(await hide('comment', w.ratingId)).toMatchObject({ status: 200, body: { hidden: true } })
      expect(await seenBy(canary)).toEqual(['accepted'])
      expect(await ratings(w.stranger)).toEqual({ ...before, comment: null, can_report: false })
      for (const reader of [w.accepted, w.admin])
        expect(await ratings(reader)).toMatchObject({
          comment: canary,
          comment_hidden: true,
          reply: { text: 'Et svar' },
        })
      expect((await call('GET', `/profiles/${w.driver.id}`)).text).toBe(profile)
      // What nobody sees is not reported either.
      expect((await call('POST', `/ratings/${w.ratingId}/report`, w.stranger, { reason: 'Ikke sant' })).status).toBe(
        404,
      )
      expect(await show('comment', w.ratingId)).toMatchObject({ status: 200, body: { hidden: false } })
      expect(await ratings(w.stranger)).toEqual(before)
    })

    test('its author is told why, and it is logged with the report in whose course it was done', async () => {
      const { body } = await call('POST', '/reports', w.driver, { reported_id: w.accepted.id, reason: 'Løgn' })
      await hide('comment', w.ratingId, { report_id: body.id })
      await show('comment', w.ratingId, { reason: 'Et mistak' })
      const path = `/profile/${w.driver.id}`
      expect(await newsOf(w.accepted)).toEqual([
        { kind: 'content_hidden', params: { content: 'comment', reason: 'Mot reglene' }, path },
        { kind: 'content_shown', params: { content: 'comment', reason: 'Et mistak' }, path },
      ])
      const of = { actor_id: w.admin.id, subject_id: w.accepted.id }
      expect(await log()).toMatchObject([
        {
          ...of,
          action: 'content_hidden',
          reason: 'Mot reglene',
          details: { kind: 'comment', content_id: w.ratingId, report_id: body.id },
        },
        { ...of, action: 'content_shown', reason: 'Et mistak', details: { kind: 'comment', content_id: w.ratingId } },
      ])
    })

    test('a report on it shows it all the same', async () => {
      await call('POST', `/ratings/${w.ratingId}/report`, w.driver, { reason: 'Løgn' })
      await hide('comment', w.ratingId)
      const { id } = await t.db.kysely
        .selectFrom('user_report')
        .select('id')
        .where('rating_id', '=', w.ratingId)
        .executeTakeFirstOrThrow()
      expect((await call('GET', `/admin/reports/${id}`, w.admin)).body).toMatchObject({
        about: 'comment',
        comment: { rating_id: w.ratingId, rating: 8, comment: canary, hidden: true },
      })
    })

    test('a rating without one has nothing to hide', async () => {
      await t.db.kysely.updateTable('rating').set({ comment: null }).where('id', '=', w.ratingId).execute()
      expect((await hide('comment', w.ratingId)).status).toBe(404)
    })
  })

  describe('a message', () => {
    let id: string
    let seq: number
    const clientId = randomUUID()
    beforeEach(async () => {
      const body = { content: canary, client_id: clientId }
      const sent = await call('POST', `/chats/${w.chatId}/messages`, w.driver, body)
      id = sent.body.id as string
      seq = sent.body.seq as number
    })
    const complain = async (body: object, as = w.accepted) =>
      (await call('POST', '/reports', as, { reported_id: w.driver.id, reason: 'Ubehagelig', ...body })).body
        .id as string
    let reportId: string
    const hideIt = async () => {
      reportId = await complain({ chat_id: w.chatId })
      expect((await hide('message', id, { report_id: reportId })).status).toBe(200)
    }
    const showIt = async () => expect((await show('message', id, { report_id: reportId })).status).toBe(200)
    const messages = async (as: TestPerson) => (await call('GET', `/chats/${w.chatId}/messages`, as)).body.items
    const own = async (as: TestPerson) => (await messages(as)).find((message: { id: string }) => message.id === id)

    test('is a placeholder for both sides, wherever it stood; then it is back', async () => {
      const before = await messages(w.accepted)
      expect(await seenBy(canary)).toEqual(['driver', 'accepted'])
      await hideIt()
      expect(await seenBy(canary)).toEqual([])
      for (const reader of [w.driver, w.accepted])
        expect(await own(reader)).toMatchObject({
          id,
          seq,
          content: null,
          image_url: null,
          hidden: true,
          message_type: 'text',
        })
      // Sent once more it is the same one, and still nothing.
      const again = await call('POST', `/chats/${w.chatId}/messages`, w.driver, {
        content: canary,
        client_id: clientId,
      })
      expect(again.body).toMatchObject({ id, content: null, hidden: true })
      // The next ones are what they are.
      expect(
        (await call('POST', `/chats/${w.chatId}/messages`, w.accepted, { content: 'Hm' })).body,
      ).not.toHaveProperty('hidden')
      await showIt()
      expect((await messages(w.accepted)).slice(0, -1)).toEqual(before)
    })

    test('the open pages of both look again, and what they join afterwards is without it', async () => {
      const open = async (person: TestPerson) => {
        const client = await LiveClient.open(t.url, person.cookie)
        for (const channel of ['inbox', `chat:${w.chatId}`]) expect(await client.subscribe(channel)).toBe('subscribed')
        return client
      }
      const clients = await Promise.all([w.driver, w.accepted].map(open))
      await hideIt()
      for (const client of clients) await client.next((frame) => JSON.stringify(frame).includes('"what":"chats"'))
      expect(clients.map(({ frames }) => JSON.stringify(frames).includes(canary))).toEqual([false, false])
      for (const { socket } of clients) socket.terminate()
    })

    test('is hidden and shown in the course of a report that covers it, and of no other', async () => {
      const before = await complain({ chat_id: w.chatId })
      const { body } = await call('POST', `/chats/${w.chatId}/messages`, w.driver, { content: 'Nytt' })
      const without = await complain({})
      const covering = await complain({ chat_id: w.chatId })
      const later = await call('POST', `/chats/${w.chatId}/messages`, w.driver, { content: 'Senere' })
      for (const change of [hide, show]) {
        for (const report_id of [undefined, null, before, without, w.reportId])
          expect((await change('message', body.id, { report_id })).status).toBe(404)
        expect((await change('message', later.body.id, { report_id: covering })).status).toBe(404)
      }
      expect([await newsOf(w.driver), await log()]).toEqual([[], []])
      for (const change of [hide, show])
        expect((await change('message', body.id, { report_id: covering })).status).toBe(200)
    })

    test('is no news while it is hidden', async () => {
      const unread = async () => [
        (await listChats(t.db.read, w.accepted.id, w.chatId))[0]?.unread_count,
        (await countUnread(t.db.read, w.accepted.id))[0]?.count,
        (await listUnread(t.db.read, 0, 100)).filter(({ reader_id }) => reader_id === w.accepted.id).length,
      ]
      await call('POST', `/chats/${w.chatId}/read`, w.accepted, { seq: seq - 1 })
      expect(await unread()).toEqual([1, 1, 1])
      await hideIt()
      expect(await unread()).toEqual([0, undefined, 0])
      await showIt()
      expect(await unread()).toEqual([1, 1, 1])
    })

    test('its sender is told, the other side is not', async () => {
      await hideIt()
      expect(await newsOf(w.driver)).toEqual([
        {
          kind: 'content_hidden',
          params: { content: 'message', reason: 'Mot reglene' },
          path: `/chat?chat=${w.chatId}`,
        },
      ])
      expect(await newsOf(w.accepted)).toEqual([])
    })

    test('an image is read by nobody but the administrator, as part of a report', async () => {
      const image = `/files/chat-images/${w.imageKey}`
      const { id: message } = await t.db.kysely
        .selectFrom('message')
        .select('id')
        .where('image_key', '=', w.imageKey)
        .executeTakeFirstOrThrow()
      const statuses = async () =>
        Promise.all(
          [w.driver, w.accepted, w.stranger, w.admin].map(async (as) => (await call('GET', image, as)).status),
        )
      expect(await statuses()).toEqual([200, 200, 404, 404])
      const { body } = await call('POST', '/reports', w.accepted, {
        reported_id: w.driver.id,
        reason: 'Bildet',
        chat_id: w.chatId,
      })
      expect(await statuses()).toEqual([200, 200, 404, 200])
      await hide('message', message, { report_id: body.id })
      expect(await statuses()).toEqual([404, 404, 404, 200])
      const { messages: attached } = (await call('GET', `/admin/reports/${body.id}`, w.admin)).body
      expect(attached).toContainEqual(expect.objectContaining({ id: message, image_url: image, hidden: true }))
      // Reading it was logged with the first look already.
      const { rows } =
        await sql`select from audit_log where action = 'report_read' and details ->> 'report_id' = ${body.id}`.execute(
          t.db.kysely,
        )
      expect(rows).toHaveLength(1)
      await call('POST', `/admin/reports/${body.id}/dismiss`, w.admin, {})
      expect(await statuses()).toEqual([404, 404, 404, 200])
      await show('message', message, { report_id: body.id })
      expect(await statuses()).toEqual([200, 200, 404, 200])
    })

    test('an image sent after the report is none of the administrator’s business', async () => {
      await call('POST', '/reports', w.accepted, { reported_id: w.driver.id, reason: 'Bildet', chat_id: w.chatId })
      const to = `/chats/${w.chatId}/images` as const
      const sent = await sendForm({ url: t.url, to, as: w.driver, bytes: await goodPicture() })
      expect(sent.status).toBe(201)
      expect((await call('GET', sent.body.image_url, w.admin)).status).toBe(404)
      expect((await call('GET', sent.body.image_url, w.accepted)).status).toBe(200)
    })
  })

  describe('a ride', () => {
    beforeEach(() => t.db.kysely.updateTable('ride').set({ notes: canary }).where('id', '=', w.rideId).execute())
    const find = async (as?: TestPerson) => {
      const { body } = await call('GET', `/rides?from=${encodeURIComponent(startOf(w.driver))}`, as)
      return body.items.map(({ id }: { id: string }) => id)
    }
    const page = (as?: TestPerson) => call('GET', `/rides/${w.rideId}`, as)
    const ask = (as: TestPerson) => call('POST', `/rides/${w.rideId}/reservations`, as, { seats_requested: 1 })

    test('is not found nor asked for; its driver and whoever has a reservation still see it; then it is as before', async () => {
      expect(await seenBy(canary)).toContain('visitor')
      const before = (await page(w.stranger)).body
      await hide('ride', w.rideId)
      expect(await wrongInSearch()).toEqual([])
      expect(await seenBy(canary)).toEqual(['driver', 'accepted', 'pending', 'rejected'])
      for (const as of [undefined, w.stranger, w.blocked]) {
        expect(await find(as)).toEqual([])
        expect(await page(as)).toMatchObject({ status: 404, body: { code: 'not_found' } })
      }
      for (const as of [w.driver, w.accepted, w.pending, w.rejected, w.admin])
        expect(await page(as)).toMatchObject({ status: 200, body: { bookable: false } })
      expect(await ask(w.stranger)).toMatchObject({ status: 409, body: { code: 'not_bookable' } })
      // Its positions say nothing either.
      expect((await call('GET', `/rides/${w.rideId}?from_position=0&to_position=9`)).status).toBe(404)
      await show('ride', w.rideId)
      expect(await wrongInSearch()).toEqual([])
      expect((await page(w.stranger)).body).toEqual(before)
      expect(await find()).toEqual([w.rideId])
      expect((await ask(w.stranger)).status).toBe(201)
    })

    test('no seat on it is given away; a request is still turned down', async () => {
      await hide('ride', w.rideId)
      const answer = (verb: string) => call('POST', `/reservations/${w.reservations.pending}/${verb}`, w.driver, {})
      expect(await answer('accept')).toMatchObject({ status: 409, body: { code: 'not_bookable' } })
      expect((await answer('reject')).status).toBe(200)
    })

    test('once it is shown again they are', async () => {
      await hide('ride', w.rideId)
      await show('ride', w.rideId)
      expect((await call('POST', `/reservations/${w.reservations.pending}/accept`, w.driver, {})).status).toBe(200)
    })

    test('is told to the driver, who sees it on the open pages', async () => {
      const client = await LiveClient.open(t.url, w.driver.cookie)
      expect(await client.subscribe('inbox')).toBe('subscribed')
      await hide('ride', w.rideId)
      await client.next((frame) => JSON.stringify(frame).includes('"what":"rides"'))
      client.socket.terminate()
      expect(await newsOf(w.driver)).toEqual([
        { kind: 'content_hidden', params: { content: 'ride', reason: 'Mot reglene' }, path: `/rides/${w.rideId}` },
      ])
    })

    test('stays hidden whatever its driver changes, and when the account is shut and opened again', async () => {
      await hide('ride', w.rideId)
      const { body } = await call('GET', `/rides/${w.rideId}`, w.driver)
      const changed = await call('PATCH', `/rides/${w.rideId}`, w.driver, { version: body.version, notes: 'Nytt' })
      expect([changed.status, await find()]).toEqual([200, []])
      await call('POST', `/admin/users/${w.driver.id}/suspend`, w.admin, { reason: 'x' })
      await call('POST', `/admin/users/${w.driver.id}/lift`, w.admin, { reason: 'x' })
      expect(await find()).toEqual([])
      expect(await wrongInSearch()).toEqual([])
    })

    test('shown again while its driver’s account is shut it is found only when that is opened', async () => {
      await hide('ride', w.rideId)
      await call('POST', `/admin/users/${w.driver.id}/suspend`, w.admin, { reason: 'x' })
      await show('ride', w.rideId)
      expect([await find(), await wrongInSearch()]).toEqual([[], []])
      await call('POST', `/admin/users/${w.driver.id}/lift`, w.admin, { reason: 'x' })
      expect([await find(), await wrongInSearch()]).toEqual([[w.rideId], []])
    })
  })

  describe('a picture', () => {
    const upload = async () => {
      const { body } = await sendForm({ url: t.url, as: w.driver, bytes: await goodPicture() })
      return (body.profile_picture as string).split('?')[0] ?? ''
    }

    test('is gone for good, and its owner told; the next one is seen', async () => {
      const path = await upload()
      expect((await call('GET', path)).status).toBe(200)
      await hide('picture', w.driver.id)
      await expect.poll(async () => (await call('GET', path)).status).toBe(404)
      expect((await call('GET', `/profiles/${w.driver.id}`)).body.profile_picture).toBeNull()
      expect(await newsOf(w.driver)).toEqual([
        { kind: 'content_hidden', params: { content: 'picture', reason: 'Mot reglene' }, path: '/profile' },
      ])
      expect(await show('picture', w.driver.id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect((await call('GET', await upload())).status).toBe(200)
    })

    test('also of somebody who is leaving: it does not come back with them', async () => {
      const path = await upload()
      await call('DELETE', `/admin/users/${w.driver.id}`, w.admin, { reason: 'x' })
      await hide('picture', w.driver.id)
      await call('POST', `/admin/users/${w.driver.id}/lift`, w.admin, { reason: 'x' })
      expect((await call('GET', `/profiles/${w.driver.id}`)).body.profile_picture).toBeNull()
      await expect.poll(async () => (await call('GET', path)).status).toBe(404)
    })
  })

  describe('whatever it is', () => {
    const all = async () => {
      const { id } = (await call('POST', `/chats/${w.chatId}/messages`, w.driver, { content: 'Hei' })).body
      return { comment: w.ratingId, message: id as string, ride: w.rideId }
    }
    const reportOn = async (person: TestPerson, as: TestPerson, more: object = {}) =>
      (await call('POST', '/reports', as, { reported_id: person.id, reason: 'Ubehagelig', ...more })).body.id as string

    test('the same again changes nothing and is told nobody twice, also to two administrators at once', async () => {
      const other = await addPerson(t.db.kysely, { role: 'admin' })
      const content = await all()
      const talk = await reportOn(w.driver, w.accepted, { chat_id: w.chatId })
      for (const [kindOf, id] of Object.entries(content)) {
        for (const method of ['POST', 'DELETE']) {
          const body = { kind: kindOf, id, reason: 'Mot reglene', report_id: kindOf === 'message' ? talk : null }
          const answers = await Promise.all(
            [w.admin, other, w.admin, other].map((as) => call(method, '/admin/hidden-content', as, body)),
          )
          expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
        }
      }
      const kinds = [...(await newsOf(w.driver)), ...(await newsOf(w.accepted))].map(({ kind: told }) => told)
      expect(kinds.filter((told) => told === 'content_hidden')).toHaveLength(3)
      expect(kinds.filter((told) => told === 'content_shown')).toHaveLength(3)
    })

    test('what is not there is not found: unknown, of another kind, or in the course of an unknown report', async () => {
      const known = { ...(await all()), picture: w.driver.id }
      for (const [kindOf, id] of Object.entries(known)) {
        const answers = [await hide(kindOf, randomUUID()), await hide(kindOf, id, { report_id: randomUUID() })]
        for (const [otherKind, otherId] of Object.entries(known))
          if (otherKind !== kindOf) answers.push(await hide(kindOf, otherId))
        for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
      }
      expect(await log()).toEqual([])
    })

    test('in the course of a report on somebody else it is not found either', async () => {
      const [onDriver, onPassenger] = [
        await reportOn(w.driver, w.accepted),
        await reportOn(w.accepted, w.driver),
      ] as const
      const of = { comment: [w.ratingId, onPassenger, onDriver], ride: [w.rideId, onDriver, onPassenger] } as const
      for (const [kindOf, [id, own, other]] of Object.entries(of)) {
        expect((await hide(kindOf, id, { report_id: other })).status).toBe(404)
        expect((await hide(kindOf, id, { report_id: own })).status).toBe(200)
        expect((await show(kindOf, id, { report_id: other })).status).toBe(404)
      }
      expect((await hide('picture', w.driver.id, { report_id: onPassenger })).status).toBe(404)
      expect((await hide('picture', w.driver.id.toUpperCase(), { report_id: onDriver })).status).toBe(200)
    })

    test.each([
      [{ kind: 'profile' }, 'kind', 'invalid'],
      [{ id: 'x' }, 'id', 'invalid'],
      [{ reason: ' ' }, 'reason', 'required'],
      [{ report_id: 'x' }, 'report_id', 'invalid'],
      [{ by: randomUUID() }, 'by', 'unknown_field'],
    ])('with %j is refused', async (changes, field, code) => {
      for (const method of ['POST', 'DELETE'])
        expect(await change(method, 'ride', w.rideId, changes)).toMatchObject({
          status: 422,
          body: { code: 'validation', fields: { [field]: code } },
        })
    })
  })
})

test('an administrator who lacks the second factor that the house asks for sees nothing that is hidden, and no image of a report', async () => {
  const t = await startTestApp({ env: { SECRET: testSecret }, config: { adminNeedsTwoFactor: true } })
  const w = await makeWorld(t)
  await t.db.kysely.updateTable('ride').set({ hidden_at: new Date() }).where('id', '=', w.rideId).execute()
  const change = { comment: canary, comment_hidden_at: new Date() }
  await t.db.kysely.updateTable('rating').set(change).where('id', '=', w.ratingId).execute()
  const get = (path: string) => t.call('GET', path, { as: w.admin })
  const look = async () => [
    (await get(`/files/chat-images/${w.oldImageKey}`)).status,
    (await get(`/api/v1/rides/${w.rideId}`)).status,
    (await get(`/api/v1/profiles/${w.driver.id}/ratings`)).text.includes(canary),
  ]
  expect(await look()).toEqual([404, 404, false])
  await t.db.kysely.updateTable('auth_user').set({ two_factor_enabled: true }).where('id', '=', w.admin.id).execute()
  expect(await look()).toEqual([200, 200, true])
  await t.close()
})
