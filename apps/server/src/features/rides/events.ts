/** Reactions to facts of other slices. */
import { ridePath } from '@samtur/contract/paths'
import type { HiddenContent, Hiding, Suspension } from '#features/moderation/events'
import type { Tx } from '#platform/db/database'
import type { Bus, Listeners } from '#platform/live/bus'
import { removeSectionsOf, restoreSectionsOf } from './store-sections.ts'
import type { StopTexts } from './store-texts.ts'
import { hideRide, lockRidesAhead } from './store.ts'

/** Takes the rides of a suspended driver out of the search, and puts them back when the suspension is lifted. Passengers still see their rides. */
export async function followSuspension(tx: Tx, { user_id, suspended }: Suspension): Promise<void> {
  await lockRidesAhead(tx, user_id)
  if (suspended) await removeSectionsOf(tx, user_id)
  else await restoreSectionsOf(tx, user_id)
}

/** Hides a ride or shows it again, as the administrator decided: no search finds a hidden one, and only people with a reservation still see it. */
export async function followRideHiding(tx: Tx, hiding: Hiding): Promise<HiddenContent | undefined> {
  const { kind, id, hidden, at } = hiding
  const ride = kind === 'ride' ? await hideRide(tx, id, hidden ? at : null) : undefined
  if (!ride) return undefined
  const { driver_id: owner, changed } = ride
  return { owner_id: owner, path: ridePath(id), changed, refresh: { user_ids: [owner], what: 'rides' } }
}

declare module '#platform/live/bus' {
  interface Topics {
    /** Stop texts were erased with their driver's account. */
    stop_texts_erased: null
  }
}

/** Forgets the known stop texts when an erasure, here or in another process, may have removed some. */
export function followErasures({
  bus,
  stopTexts,
}: {
  bus: Bus
  stopTexts: StopTexts
}): Pick<Listeners, 'stop_texts_erased'> {
  const forget = () => stopTexts.forget()
  bus.onGap(forget)
  return { stop_texts_erased: forget }
}
