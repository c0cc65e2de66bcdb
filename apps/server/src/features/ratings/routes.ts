import { os, verified } from '#platform/http/context'
import { assertThat, invalidField } from '#platform/http/errors'
import { presentRating } from './present.ts'
import { rateDriver } from './service.ts'
import { findRating, listRatings, profileExists } from './views.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const ratingRoutes = {
  create: os.ratings.create.handler(async ({ input, context }) => {
    const caller = verified(context)
    const id = await rateDriver(context, caller, input.params.id, input.body)
    const row = await findRating(context.db.read, id)
    assertThat(row, 'internal')
    return presentRating(row)
  }),
  list: os.ratings.list.handler(async ({ input, context }) => {
    const { cursor } = input.query
    if (cursor !== undefined && !UUID.test(cursor)) throw invalidField('cursor', 'invalid')
    const { rows, next } = await listRatings(context.db.read, input.params.id, cursor)
    if (rows.length === 0) assertThat(await profileExists(context.db.read, input.params.id), 'not_found')
    return { items: rows.map(presentRating), next_cursor: next }
  }),
}
