/** What the screens show of waiting lists; no React, no texts. */
import type { WaitingBody, WaitingEntry } from '@samtur/contract/waiting'
import type { RideSection } from '@samtur/contract/rides'

/** Positions travel only when the section is not the whole ride. */
export const joinBody = ({ whole, from_position, to_position }: RideSection, seats: number): WaitingBody => ({
  seats_requested: seats,
  ...(!whole && { from_position, to_position }),
})

/** An entry whose seats are held. */
export type Offer = WaitingEntry & { offer_until: string }

export const isOffer = (entry: WaitingEntry): entry is Offer => entry.state === 'offered' && entry.offer_until !== null

/** Splits the entries into offers, those that wait, and those that have come to nothing. What was taken or left is shown elsewhere or nowhere. */
export function splitWaiting(entries: readonly WaitingEntry[]) {
  return {
    offers: entries.filter(isOffer),
    waiting: entries.filter(({ state }) => state === 'waiting'),
    over: entries.filter(({ state }) => state === 'lapsed' || state === 'ended'),
  }
}

/** Returns from when the time of an offer counts: an offer of the night begins in the morning. */
export const offerStart = ({ offer_from, created_at }: Pick<WaitingEntry, 'offer_from' | 'created_at'>) =>
  offer_from ?? created_at
