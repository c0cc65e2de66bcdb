/** Rating a driver. */
import type { z } from 'zod'
import type { ratingBody } from '@samtur/contract/ratings'
import type { ApiContext, Caller } from '#platform/http/context'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import { refusal } from './policy.ts'
import { insertRating } from './store.ts'
import { findOccasion, type OccasionRow } from './views.ts'

type Body = z.output<typeof ratingBody>

/** Stores the passenger's rating of the driver; answers its id. Errors: not_found, not_accepted, not_departed, already_rated. */
export async function rateDriver(
  context: ApiContext,
  caller: Caller,
  reservationId: string,
  body: Body,
): Promise<string> {
  const occasion = await findOccasion(context.db.read, reservationId, caller.id)
  assertThat(occasion, 'not_found')
  checkForced(body, caller, occasion)
  const { status, departure_time: departure, now, rated } = occasion
  const code = refusal({ status, departure, now, rated })
  if (code) throw new AppError(code)
  const rating = { rater_id: caller.id, rating: body.rating, comment: body.comment ?? null }
  const id = await insertRating(context.db.read, reservationId, rating)
  // The reservation changed between the two statements.
  assertThat(id, 'not_accepted')
  context.bus.emit('changed', { user_ids: [occasion.driver_id, caller.id], what: 'reservations' })
  return id
}

/** Fields that only the server sets pass when they say what the server would say. */
function checkForced(body: Body, caller: Caller, occasion: OccasionRow) {
  const forced = { rater_id: caller.id, ride_id: occasion.ride_id, rated_id: occasion.driver_id } as const
  for (const [field, value] of Object.entries(forced)) {
    const sent = body[field as keyof typeof forced]
    if (sent !== undefined && sent !== value) throw invalidField(field, 'invalid')
  }
}
