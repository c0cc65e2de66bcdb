/** Keeps the cards of found sections as the bytes of a response, because most searches find rides that others have found a moment ago. */
import type { Ride } from '@samtur/contract/rides'
import type { Clock } from '#platform/clock'
import type { Executor } from '#platform/db/database'
import { type Json, toJson } from '#platform/http/json-body'
import { presentFound } from './present.ts'
import { presentFoundDetour } from './present-detours.ts'
import { type CardRow, findCards, type FoundSection } from './views.ts'

/** A card of two stops takes 1.3 kB: about 25 MB in all. */
const MOST_CARDS = 15_000
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
  /** By everything that the card shows, in the order in which they were made. */
  const kept = new Map<string, KeptCard>()
  const read = (key: string, now: number) => {
    const card = kept.get(key)
    // The clock may have been moved forwards or back.
    return card && now >= card.since && now - card.since < KEPT_MS ? card.body : undefined
  }
  const keep = (key: string, card: KeptCard) => {
    kept.delete(key)
    kept.set(key, card)
    if (kept.size > MOST_CARDS) for (const oldest of kept.keys().take(MOST_CARDS / 10)) kept.delete(oldest)
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

const keyOf = ({ departs_at, arrives_at, ...rest }: FoundSection) =>
  `${Object.values(rest).join(' ')} ${departs_at.getTime()} ${arrives_at.getTime()}`

function present(card: CardRow, { place_id, at_start, minutes, detour_price, ...section }: FoundSection): Ride {
  const found = { ...card, ...section }
  if (place_id === null || at_start === null || minutes === null || detour_price === null) return presentFound(found)
  return presentFoundDetour({ ...found, place_id, at_start, minutes, detour_price })
}
