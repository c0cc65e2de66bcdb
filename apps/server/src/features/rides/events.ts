/** The event of this slice, and its reactions to facts of other slices. */
import { ridePath } from '@samtur/contract/paths'
import type { HiddenContent, Hiding, Suspension } from '#features/moderation/events'
import type { Tx } from '#platform/db/database'
import type { Bus, Listeners } from '#platform/live/bus'
import type { Reactions } from '#platform/reactions'
import { removeSectionsOf, restoreSectionsOf } from './store-sections.ts'
import type { StopTexts } from './store-texts.ts'
import { hideRide, lockRidesAhead } from './store.ts'

interface Announcing {
  reactions: Reactions
}

/** Takes the rides of a suspended driver out of the search, and puts them back when the suspension is lifted. Passengers still see their rides. */
export const followSuspension =
  ({ reactions }: Announcing) =>
  async (tx: Tx, { user_id, suspended }: Suspension): Promise<void> => {
    await lockRidesAhead(tx, user_id)
    if (suspended) return removeSectionsOf(tx, user_id)
    await reactions.run(tx, 'rideFindable', { ride_ids: await restoreSectionsOf(tx, user_id) })
  }

/** Hides a ride or shows it again, as the administrator decided: no search finds a hidden one, and only people with a reservation still see it. */
export const followRideHiding =
  ({ reactions }: Announcing) =>
  async (tx: Tx, { kind, id, hidden, at }: Hiding): Promise<HiddenContent | undefined> => {
    const ride = kind === 'ride' ? await hideRide(tx, id, hidden ? at : null) : undefined
    if (!ride) return undefined
    const { driver_id: owner, changed } = ride
    if (changed && !hidden) await reactions.run(tx, 'rideFindable', { ride_ids: [id] })
    return { owner_id: owner, path: ridePath(id), changed, refresh: { user_ids: [owner], what: 'rides' } }
  }

/** Rides of which a search may find more than before: new ones, changed ones, and those that have more free seats. */
export interface FindableRides {
  ride_ids: string[]
}

declare module '#platform/reactions' {
  interface DomainEvents {
    /** After the sections were written. What a ride offers may be the same as before. */
    rideFindable: { payload: FindableRides; result: void }
  }
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
