import { type ApiContext, os, signedIn, verified } from '#platform/http/context'
import { idCursor } from '#platform/http/cursor'
import { assertThat } from '#platform/http/errors'
import type { Deps } from './events.ts'
import { presentOwnReservation, presentOwnRide, presentRequest } from './present.ts'
import { answerRequest, confirmChange, removeFromRide, withdraw } from './service.ts'
import { requestSeats } from './service-requests.ts'
import { findOwn, findRequest, listOwn, listOwnRides } from './views.ts'

/** Returns the request as its driver sees it. */
async function request(context: ApiContext, id: string, driverId: string) {
  const found = await findRequest(context.db.read, id, driverId)
  assertThat(found, 'not_found')
  return presentRequest(found.ride, found.request, context.clock.now())
}

async function ownReservation(context: ApiContext, id: string, passengerId: string) {
  const row = await findOwn(context.db.read, passengerId, id)
  assertThat(row, 'not_found')
  return presentOwnReservation(row, context.clock.now())
}

export const createReservationRoutes = (deps: Deps) => ({
  create: os.reservations.create.handler(async ({ input, context }) => {
    const caller = verified(context)
    const { id } = await requestSeats(context, deps, caller, input.params.id, input.body)
    return ownReservation(context, id, caller.id)
  }),
  accept: os.reservations.accept.handler(async ({ input, context }) => {
    const caller = verified(context)
    await answerRequest(context.db, deps, {
      id: input.params.id,
      driverId: caller.id,
      action: 'accept',
      keepPoints: input.body?.keep_points,
      minutesOverLimit: input.body?.minutes_over_limit,
    })
    return request(context, input.params.id, caller.id)
  }),
  reject: os.reservations.reject.handler(async ({ input, context }) => {
    const caller = verified(context)
    const reason = input.body?.reason ?? null
    await answerRequest(context.db, deps, { id: input.params.id, driverId: caller.id, action: 'reject', reason })
    return request(context, input.params.id, caller.id)
  }),
  remove: os.reservations.remove.handler(async ({ input, context }) => {
    const caller = verified(context)
    await removeFromRide(context.db, deps, { id: input.params.id, driverId: caller.id, reason: input.body.reason })
    return request(context, input.params.id, caller.id)
  }),
  cancel: os.reservations.cancel.handler(async ({ input, context }) => {
    const caller = verified(context)
    const reason = input.body?.reason ?? null
    await context.db.tx((tx) => withdraw(tx, deps, { id: input.params.id, personId: caller.id, reason }))
    return ownReservation(context, input.params.id, caller.id)
  }),
  confirm: os.reservations.confirm.handler(async ({ input, context }) => {
    const caller = verified(context)
    await confirmChange(context.db, deps, caller, input.params.id, input.body.ride_version)
    return ownReservation(context, input.params.id, caller.id)
  }),
  mine: os.reservations.mine.handler(async ({ input, context }) => {
    const { rows, next } = await listOwn(context.db.read, signedIn(context).id, idCursor(input.query.cursor))
    const now = context.clock.now()
    return { items: rows.map((row) => presentOwnReservation(row, now)), next_cursor: next }
  }),
  myRides: os.reservations.myRides.handler(async ({ input, context }) => {
    const { rows, next } = await listOwnRides(context.db.read, signedIn(context).id, idCursor(input.query.cursor))
    const now = context.clock.now()
    return { items: rows.map((row) => presentOwnRide(row, now)), next_cursor: next }
  }),
})
