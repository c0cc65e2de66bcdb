/** Hidden content is shown by no route to people who may not see it, and is the same when it is shown again. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { usualKind } from '../../../test/database.ts'
import {
  call,
  canary,
  change,
  hide,
  setUpHiding,
  log,
  notificationsOf,
  seenBy,
  show,
  t,
  w,
  wrongInSearch,
} from '../../../test/hiding-fixtures.ts'
import { goodPicture, sendForm } from '../../../test/images/uploads.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { startOf, createDataset } from '../../../test/rights/dataset.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { startTestApp } from '../../../test/app.ts'

describe.each([usualKind])('on the %s database', (kind) => {
  setUpHiding(kind)

  describe('a ride', () => {
    beforeEach(() => t.db.kysely.updateTable('ride').set({ notes: canary }).where('id', '=', w.rideId).execute())
    const find = async (as?: TestPerson) => {
      const { body } = await call('GET', `/rides?from=${encodeURIComponent(startOf(w.driver))}`, as)
      return body.items.map(({ id }: { id: string }) => id)
    }
    const page = (as?: TestPerson) => call('GET', `/rides/${w.rideId}`, as)
    const ask = (as: TestPerson) => call('POST', `/rides/${w.rideId}/reservations`, as, { seats_requested: 1 })

    test('is neither found nor requested; its driver and its passengers still see it; shown again it is as before', async () => {
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

    test('no request can be accepted; a request can still be rejected', async () => {
      await hide('ride', w.rideId)
      const answer = (verb: string) => call('POST', `/reservations/${w.reservations.pending}/${verb}`, w.driver, {})
      expect(await answer('accept')).toMatchObject({ status: 409, body: { code: 'not_bookable' } })
      expect((await answer('reject')).status).toBe(200)
    })

    test('requests can be accepted once it is shown again', async () => {
      await hide('ride', w.rideId)
      await show('ride', w.rideId)
      expect((await call('POST', `/reservations/${w.reservations.pending}/accept`, w.driver, {})).status).toBe(200)
    })

    test('the driver is notified, and the open pages are updated', async () => {
      const client = await LiveClient.open(t.url, w.driver.cookie)
      expect(await client.subscribe('inbox')).toBe('subscribed')
      await hide('ride', w.rideId)
      await client.next((frame) => JSON.stringify(frame).includes('"what":"rides"'))
      client.socket.terminate()
      expect(await notificationsOf(w.driver)).toEqual([
        { kind: 'content_hidden', params: { content: 'ride', reason: 'Mot reglene' }, path: `/rides/${w.rideId}` },
      ])
    })

    test('stays hidden after changes by its driver, and after a suspension of the driver', async () => {
      await hide('ride', w.rideId)
      const { body } = await call('GET', `/rides/${w.rideId}`, w.driver)
      const changed = await call('PATCH', `/rides/${w.rideId}`, w.driver, { version: body.version, notes: 'Nytt' })
      expect([changed.status, await find()]).toEqual([200, []])
      await call('POST', `/admin/users/${w.driver.id}/suspend`, w.admin, { reason: 'x' })
      await call('POST', `/admin/users/${w.driver.id}/lift`, w.admin, { reason: 'x' })
      expect(await find()).toEqual([])
      expect(await wrongInSearch()).toEqual([])
    })

    test('a ride shown again during a suspension of its driver is found only after the suspension', async () => {
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

    test('is removed, and its owner is notified; the next one is shown', async () => {
      const path = await upload()
      expect((await call('GET', path)).status).toBe(200)
      await hide('picture', w.driver.id)
      await expect.poll(async () => (await call('GET', path)).status).toBe(404)
      expect((await call('GET', `/profiles/${w.driver.id}`)).body.profile_picture).toBeNull()
      expect(await notificationsOf(w.driver)).toEqual([
        { kind: 'content_hidden', params: { content: 'picture', reason: 'Mot reglene' }, path: '/profile' },
      ])
      expect(await show('picture', w.driver.id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect((await call('GET', await upload())).status).toBe(200)
    })

    test('a removed picture of a closed account does not come back when that is reopened', async () => {
      const path = await upload()
      await call('DELETE', `/admin/users/${w.driver.id}`, w.admin, { reason: 'x' })
      await hide('picture', w.driver.id)
      await call('POST', `/admin/users/${w.driver.id}/lift`, w.admin, { reason: 'x' })
      expect((await call('GET', `/profiles/${w.driver.id}`)).body.profile_picture).toBeNull()
      await expect.poll(async () => (await call('GET', path)).status).toBe(404)
    })
  })

  describe('content of every kind', () => {
    const all = async () => {
      const { id } = (await call('POST', `/chats/${w.chatId}/messages`, w.driver, { content: 'Hei' })).body
      return { comment: w.ratingId, message: id as string, ride: w.rideId }
    }
    const reportOn = async (person: TestPerson, as: TestPerson, more: object = {}) =>
      (await call('POST', '/reports', as, { reported_id: person.id, reason: 'Ubehagelig', ...more })).body.id as string

    test('a repetition changes nothing and sends no notification, also of two administrators at once', async () => {
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
      const kinds = [...(await notificationsOf(w.driver)), ...(await notificationsOf(w.accepted))].map(
        ({ kind: told }) => told,
      )
      expect(kinds.filter((told) => told === 'content_hidden')).toHaveLength(3)
      expect(kinds.filter((told) => told === 'content_shown')).toHaveLength(3)
    })

    test('unknown content, content of another kind and an unknown report give 404', async () => {
      const known = { ...(await all()), picture: w.driver.id }
      for (const [kindOf, id] of Object.entries(known)) {
        const answers = [await hide(kindOf, randomUUID()), await hide(kindOf, id, { report_id: randomUUID() })]
        for (const [otherKind, otherId] of Object.entries(known))
          if (otherKind !== kindOf) answers.push(await hide(kindOf, otherId))
        for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
      }
      expect(await log()).toEqual([])
    })

    test('content of a person whom the report is not about gives 404', async () => {
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

test('an administrator without the required second factor sees neither hidden content nor images of reports', async () => {
  const app = await startTestApp({ env: { SECRET: testSecret }, config: { adminNeedsTwoFactor: true } })
  const dataset = await createDataset(app)
  await app.db.kysely.updateTable('ride').set({ hidden_at: new Date() }).where('id', '=', dataset.rideId).execute()
  const change = { comment: canary, comment_hidden_at: new Date() }
  await app.db.kysely.updateTable('rating').set(change).where('id', '=', dataset.ratingId).execute()
  const get = (path: string) => app.call('GET', path, { as: dataset.admin })
  const look = async () => [
    (await get(`/files/chat-images/${dataset.oldImageKey}`)).status,
    (await get(`/api/v1/rides/${dataset.rideId}`)).status,
    (await get(`/api/v1/profiles/${dataset.driver.id}/ratings`)).text.includes(canary),
  ]
  expect(await look()).toEqual([404, 404, false])
  await app.db.kysely
    .updateTable('auth_user')
    .set({ two_factor_enabled: true })
    .where('id', '=', dataset.admin.id)
    .execute()
  await app.db.kysely.updateTable('auth_session').set({ aal: 'aal2' }).where('user_id', '=', dataset.admin.id).execute()
  expect(await look()).toEqual([200, 200, true])
  await app.close()
})
