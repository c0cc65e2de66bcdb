/** Reactions to other slices' facts. */
import { ridePath } from '@samtur/contract/paths'
import type { HiddenContent, Hiding, Suspension } from '#features/moderation/events'
import type { Database, Tx } from '#platform/db/database'
import type { Bus } from '#platform/live/bus'
import { removeSectionsOf, restoreSectionsOf } from './store-sections.ts'
import { forgetKnownSpots } from './store-spots.ts'
import { hideRide, lockRidesAhead } from './store.ts'

/** Rides of somebody whose account is shut are not found; they stay for those who have a seat, and come back when it is opened. */
export async function followSuspension(tx: Tx, { user_id, suspended }: Suspension): Promise<void> {
  await lockRidesAhead(tx, user_id)
  if (suspended) await removeSectionsOf(tx, user_id)
  else await restoreSectionsOf(tx, user_id)
}

/** The administrator hides a ride, or shows it again: nobody finds it or asks for a seat, whoever has a reservation still sees it. */
export async function followRideHiding(tx: Tx, hiding: Hiding): Promise<HiddenContent | undefined> {
  const { kind, id, hidden, at } = hiding
  const ride = kind === 'ride' ? await hideRide(tx, id, hidden ? at : null) : undefined
  if (!ride) return undefined
  const { driver_id: owner, changed } = ride
  return { owner_id: owner, path: ridePath(id), changed, refresh: { user_ids: [owner], what: 'rides' } }
}

/** Forgets the remembered spots whenever an erasure, here or in another process, may have blanked some. Returns a function that stops it. */
export function followErasures({ bus, db }: { bus: Bus; db: Database }): () => void {
  const forget = () => forgetKnownSpots(db.read)
  const stops = [bus.on('spots_erased', forget), bus.onGap(forget)]
  return () => stops.forEach((stop) => stop())
}
