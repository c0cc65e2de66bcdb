/** Reactions to other slices' facts. */
import { ridePath } from '@samtur/contract/paths'
import type { HiddenContent, Hiding, Suspension } from '#features/moderation/events'
import type { Database, Tx } from '#platform/db/database'
import type { Bus, Listeners } from '#platform/live/bus'
import { removeSectionsOf, restoreSectionsOf } from './store-sections.ts'
import { forgetStopTexts } from './store-texts.ts'
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

declare module '#platform/live/bus' {
  interface Topics {
    /** Free-text stops were erased with their driver's account. */
    stop_texts_erased: null
  }
}

/** Forgets the remembered stops when an erasure, here or in another process, may have blanked some. */
export function followErasures({ bus, db }: { bus: Bus; db: Database }): Pick<Listeners, 'stop_texts_erased'> {
  const forget = () => forgetStopTexts(db.read)
  bus.onGap(forget)
  return { stop_texts_erased: forget }
}
