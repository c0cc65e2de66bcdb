/** Which part of a ride an address names, and what a choice makes of it. */
import { detourEnds, lengths } from '@samtur/contract/constants'
import type { DetourPlace, RidePart } from './detours.ts'
import type { SectionPositions } from './model.ts'

/** Returns the part of a ride that an address names, if there can be such a one. */
export function readPart(params: URLSearchParams): RidePart | undefined {
  const [from, to] = ['from_position', 'to_position'].map((name) => params.get(name) ?? '')
  if (!/^\d{1,2}$/.test(from ?? '') || !/^\d{1,2}$/.test(to ?? '')) return undefined
  const section = { from_position: Number(from), to_position: Number(to) }
  if (section.from_position >= section.to_position || section.to_position > lengths.stops + 1) return undefined
  const detour = readDetour(params)
  return detour ? { ...section, detour } : section
}

function readDetour(params: URLSearchParams): DetourPlace | undefined {
  const place = params.get('detour_place_id') ?? ''
  const end = detourEnds.find((known) => known === params.get('detour_end'))
  return end && /^\d{1,9}$/.test(place) ? { place_id: Number(place), end } : undefined
}

/** The other end moves along where the chosen one would overtake it. */
export function moveSection(section: SectionPositions, change: Partial<SectionPositions>, last: number) {
  const { from_position: from, to_position: to } = { ...section, ...change }
  if (from < to) return { from_position: from, to_position: to }
  return change.from_position === undefined
    ? { from_position: to - 1, to_position: to }
    : { from_position: from, to_position: Math.min(from + 1, last) }
}

/** Moves an end of the part. A detour stays as long as its own end does. */
export function movePart({ detour, ...section }: RidePart, change: Partial<SectionPositions>, last: number): RidePart {
  const next = moveSection(section, change, last)
  const field = detour?.end === 'end' ? 'to_position' : 'from_position'
  const stays = detour && change[field] === undefined && next[field] === section[field]
  return stays ? { ...next, detour } : next
}
