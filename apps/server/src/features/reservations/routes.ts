import { type ApiContext, os, signedIn, verified } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import { presentOwnReservation, presentOwnRide, presentRequest } from './present.ts'
import { announceChange, answerRequest, requestSeats } from './service.ts'
import { findRequest, listOwn, listOwnRides } from './views.ts'

async function answer(context: ApiContext, id: string, verb: 'accept' | 'reject') {
  const caller = verified(context)
  await answerRequest(context, caller, id, verb)
  const found = await findRequest(context.db.read, id, caller.id)
  assertThat(found, 'not_found')
  announceChange(context, caller.id, found.request.passenger_id)
  return presentRequest(found.ride, found.request, context.clock.now())
}

export const reservationRoutes = {
  create: os.reservations.create.handler(async ({ input, context }) => {
    const caller = verified(context)
    const { id } = await requestSeats(context, caller, input.params.id, input.body)
    const [row] = await listOwn(context.db.read, caller.id, id)
    assertThat(row, 'internal')
    return presentOwnReservation(row, context.clock.now())
  }),
  accept: os.reservations.accept.handler(({ input, context }) => answer(context, input.params.id, 'accept')),
  reject: os.reservations.reject.handler(({ input, context }) => answer(context, input.params.id, 'reject')),
  mine: os.reservations.mine.handler(async ({ context }) => {
    const rows = await listOwn(context.db.read, signedIn(context).id)
    const now = context.clock.now()
    return { items: rows.map((row) => presentOwnReservation(row, now)), next_cursor: null }
  }),
  myRides: os.reservations.myRides.handler(async ({ context }) => {
    const rows = await listOwnRides(context.db.read, signedIn(context).id)
    const now = context.clock.now()
    return { items: rows.map((row) => presentOwnRide(row, now)), next_cursor: null }
  }),
}
