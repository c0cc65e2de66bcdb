/** A hidden comment: who still sees it, who is notified, and how it is shown again. */
import { beforeEach, describe, expect, test } from 'vitest'
import { usualKind } from '../../../test/database.ts'
import {
  call,
  canary,
  hide,
  setUpHiding,
  log,
  notificationsOf,
  seenBy,
  show,
  t,
  w,
} from '../../../test/hiding-fixtures.ts'
import { type TestPerson } from '../../../test/sessions.ts'

describe.each([usualKind])('on the %s database', (kind) => {
  setUpHiding(kind)

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

    test('is read by its author and administrators only, its value and the reply by all; shown again it is read by all', async () => {
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
      // A hidden comment cannot be reported.
      expect((await call('POST', `/ratings/${w.ratingId}/report`, w.stranger, { reason: 'Ikke sant' })).status).toBe(
        404,
      )
      expect(await show('comment', w.ratingId)).toMatchObject({ status: 200, body: { hidden: false } })
      expect(await ratings(w.stranger)).toEqual(before)
    })

    test('the author is notified with the reason, and the log has the report', async () => {
      const { body } = await call('POST', '/reports', w.driver, { reported_id: w.accepted.id, reason: 'Løgn' })
      await hide('comment', w.ratingId, { report_id: body.id })
      await show('comment', w.ratingId, { reason: 'Et mistak' })
      const path = `/profile/${w.driver.id}`
      expect(await notificationsOf(w.accepted)).toEqual([
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

    test('a report on it still shows it', async () => {
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

    test('a rating without a comment cannot be hidden', async () => {
      await t.db.kysely.updateTable('rating').set({ comment: null }).where('id', '=', w.ratingId).execute()
      expect((await hide('comment', w.ratingId)).status).toBe(404)
    })
  })
})
