import { type ApiContext, os, signedIn, verified } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import type { Deps } from './events.ts'
import { presentOwnReservation } from './present.ts'
import { presentEntry } from './present-waiting.ts'
import { joinList, leaveList, takeOffer } from './service-waiting.ts'
import { findOwn } from './views.ts'
import { findShownEntry, listEntries } from './views-waiting.ts'

async function entry(context: ApiContext, id: string, passengerId: string) {
  const row = await findShownEntry(context.db.read, id, passengerId)
  assertThat(row, 'not_found')
  return presentEntry(row)
}

export const createWaitingRoutes = (deps: Deps) => ({
  join: os.waiting.join.handler(async ({ input, context }) => {
    const caller = verified(context)
    const { id } = await joinList(context, deps, caller, input.params.id, input.body)
    return entry(context, id, caller.id)
  }),
  leave: os.waiting.leave.handler(async ({ input, context }) => {
    const caller = verified(context)
    const place = { rideId: input.params.id, passengerId: caller.id }
    const id = await context.db.tx((tx) => leaveList(tx, deps, place))
    return entry(context, id, caller.id)
  }),
  take: os.waiting.take.handler(async ({ input, context }) => {
    const caller = verified(context)
    const { id } = await takeOffer(context, deps, caller, input.params.id, input.body)
    const row = await findOwn(context.db.read, caller.id, id)
    assertThat(row, 'not_found')
    return presentOwnReservation(row, context.clock.now())
  }),
  mine: os.waiting.mine.handler(async ({ context }) => {
    const rows = await listEntries(context.db.read, signedIn(context).id)
    return { items: rows.map(presentEntry) }
  }),
})
