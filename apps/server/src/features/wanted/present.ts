/** Rows of wanted rides → responses. A post shows nothing of its person but the first name. */
import { firstName } from '@samtur/contract/names'
import type { Ride } from '@samtur/contract/rides'
import type { OwnWanted, PostOnWay, WantedPost, WantedPreview } from '@samtur/contract/wanted'
import { toWantedFilters } from '@samtur/contract/wanted-filters'
import { placeById } from '#features/places/port'
import { presentFound, presentFoundDetour } from '#features/rides/port'
import { stateOf } from './rules.ts'
import type { PostRow, WantedRow } from './views.ts'
import type { ServingCard } from './views-matching.ts'

/** The rides of a wanted ride that are shown. */
export interface ShownMatches {
  matching: readonly ServingCard[]
  /** Rides that their drivers have offered. */
  offered: readonly ServingCard[]
}

/** `waits`: the person states no gender that could be compared. */
export function presentOwn(
  wanted: WantedRow,
  { matching, offered }: ShownMatches,
  { now, waits }: { now: Date; waits: boolean },
): OwnWanted {
  const isOffered = new Set(offered.map(({ id }) => id))
  const cards = [...offered, ...matching.filter(({ id }) => !isOffered.has(id))]
  return {
    id: wanted.id,
    state: stateOf(wanted, now),
    from: wanted.from_text,
    to: wanted.to_text,
    from_place_id: wanted.from_place_id,
    to_place_id: wanted.to_place_id,
    radius_km: wanted.radius_km,
    date_from: wanted.date_from,
    date_to: wanted.date_to,
    weekdays: wanted.weekdays,
    time_from: wanted.time_from,
    time_to: wanted.time_to,
    ...toWantedFilters(wanted.filters),
    note: wanted.note,
    public: wanted.public,
    until: wanted.until_day,
    ends_at: wanted.ends_at.toISOString(),
    created_at: wanted.created_at.toISOString(),
    matches: cards.map((card) => ({ ...presentCard(card), offered: isOffered.has(card.id) })),
    match_count: totalOf(matching),
    unkept: waits && wanted.filters.same_gender ? ['same_gender'] : [],
  }
}

const totalOf = (cards: readonly ServingCard[]) => cards[0]?.total ?? 0

export function presentCard({ place_id, at_start, ...card }: ServingCard): Ride {
  return place_id === null ? presentFound(card) : presentFoundDetour({ ...card, place_id, at_start: at_start === true })
}

/** Returns a post as a reader sees it; null is a visitor. */
export const presentPost = (row: PostRow, viewerId: string | null): WantedPost => ({
  id: row.id,
  user_id: viewerId === null ? null : row.user_id,
  first_name: firstName(row.full_name),
  from: placeById(row.from_place_id)?.name ?? '',
  to: placeById(row.to_place_id)?.name ?? '',
  from_place_id: row.from_place_id,
  to_place_id: row.to_place_id,
  date_from: row.date_from,
  date_to: row.date_to,
  weekdays: row.weekdays,
  seats: row.seats,
})

export const presentOnWay = (
  row: PostRow,
  { section, detour }: Pick<Ride, 'section' | 'detour'>,
  { viewerId, offered }: { viewerId: string; offered: boolean },
): PostOnWay => ({ ...presentPost(row, viewerId), section, detour, offered })

/** Few rides are not counted out loud. */
export function presentPreview(
  cards: readonly ServingCard[],
  days: readonly string[],
  perDay: ReadonlyMap<string, number>,
  minimum: number,
): Omit<WantedPreview, 'planner'> {
  const counts = days.map((date) => ({ date, rides: perDay.get(date) ?? 0 }))
  const rides = counts.reduce((sum, day) => sum + day.rides, 0)
  return {
    matches: cards.map(presentCard),
    match_count: totalOf(cards),
    recent: rides < minimum ? null : { rides, days: counts },
  }
}
