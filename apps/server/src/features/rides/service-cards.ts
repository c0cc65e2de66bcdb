/** Caches the cards of found sections as encoded JSON, because most searches find rides that another search has just found. */
import type { Ride } from '@samtur/contract/rides'
import type { Clock } from '#platform/clock'
import type { Executor } from '#platform/db/database'
import { type Json, toJson } from '#platform/http/json-body'
import { presentFound } from './present.ts'
import { presentFoundDetour } from './present-detours.ts'
import { type CardRow, findCards, type FoundSection } from './views.ts'

/** Limits the size of the cache. A card of two stops takes 1.3 kB, one of ten stops with long notes 10 kB. */
const MOST_BYTES = 24_000_000
/** Names of meeting points and places are no part of a card's version, so they may be this old. */
const KEPT_MS = 30_000

interface KeptCard {
  body: Json<Ride>
  since: number
}

export interface Cards {
  /** Returns the card of each section, in order; undefined for a ride that has changed since the section was found. */
  of(executor: Executor, found: readonly FoundSection[]): Promise<(Json<Ride> | undefined)[]>
}

export function createCards(clock: Clock): Cards {
  /** By the section and the version of its card, in the order in which they were made. */
  const kept = new Map<string, KeptCard>()
  let bytes = 0
  const read = (key: string, now: number) => {
    const card = kept.get(key)
    // The clock may have been moved forwards or back.
    return card && now >= card.since && now - card.since < KEPT_MS ? card.body : undefined
  }
  const forget = (key: string) => {
    bytes -= kept.get(key)?.body.length ?? 0
    kept.delete(key)
  }
  const keep = (key: string, card: KeptCard) => {
    forget(key)
    kept.set(key, card)
    bytes += card.body.length
    for (const [oldest, { since }] of kept) {
      if (bytes <= MOST_BYTES && card.since - since < KEPT_MS) break
      forget(oldest)
    }
  }
  return {
    async of(executor, found) {
      const now = clock.now().getTime()
      const keys = found.map(keyOf)
      const bodies = keys.map((key) => read(key, now))
      const missing = found.filter((_, nr) => !bodies[nr]).map(({ id }) => id)
      if (missing.length === 0) return bodies
      const rows = new Map((await findCards(executor, missing)).map((row) => [row.id, row]))
      return found.map((section, nr) => {
        const row = rows.get(section.id)
        if (bodies[nr] || row?.card_version !== section.card_version) return bodies[nr]
        const body = toJson(present(row, section))
        keep(keys[nr] ?? '', { body, since: now })
        return body
      })
    },
  }
}

/** Returns the key of a card. It leaves out the times, which follow from the version, the positions and the detour. */
const keyOf = ({ id, card_version, from_position, to_position, seats_free, section_price, ...rest }: FoundSection) => {
  const { place_id, at_start, minutes, detour_price } = rest
  return [
    id,
    card_version,
    from_position,
    to_position,
    seats_free,
    section_price,
    place_id,
    at_start,
    minutes,
    detour_price,
  ].join(' ')
}

function present(card: CardRow, { place_id, at_start, minutes, detour_price, ...section }: FoundSection): Ride {
  const found = { ...card, ...section }
  if (place_id === null || at_start === null || minutes === null || detour_price === null) return presentFound(found)
  return presentFoundDetour({ ...found, place_id, at_start, minutes, detour_price })
}
