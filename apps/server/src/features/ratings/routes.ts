import { os, verified } from '#platform/http/context'
import { idCursor } from '#platform/http/cursor'
import { assertThat } from '#platform/http/errors'
import { presentRating } from './present.ts'
import { type Deps as Rating, rate, reply, reportComment } from './service.ts'
import { findRating, listRatings, profileExists } from './views.ts'

interface Deps extends Rating {
  /** When true, an administrator without a second factor sees what members see. */
  adminNeedsTwoFactor: boolean
}

export const createRatingRoutes = (deps: Deps) => ({
  create: os.ratings.create.handler(async ({ input, context }) => {
    const caller = verified(context)
    const id = await rate(context, deps, { caller, reservationId: input.params.id, body: input.body })
    const row = await findRating(context.db.read, id)
    assertThat(row, 'internal')
    return { ...presentRating(row, caller, deps), shown: row.shown }
  }),
  reply: os.ratings.reply.handler(async ({ input, context }) => {
    const caller = verified(context)
    await reply(context, deps, { caller, ratingId: input.params.id, text: input.body.text })
    const row = await findRating(context.db.read, input.params.id)
    assertThat(row, 'internal')
    return presentRating(row, caller, deps)
  }),
  report: os.ratings.report.handler(async ({ input, context }) => {
    const caller = verified(context)
    await reportComment(context, { caller, ratingId: input.params.id, text: input.body.reason })
    return { reported: true }
  }),
  list: os.ratings.list.handler(async ({ input, context }) => {
    const { rows, next } = await listRatings(context.db.read, input.params.id, idCursor(input.query.cursor))
    if (rows.length === 0) assertThat(await profileExists(context.db.read, input.params.id), 'not_found')
    return { items: rows.map((row) => presentRating(row, context.caller, deps)), next_cursor: next }
  }),
})
