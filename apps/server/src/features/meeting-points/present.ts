/** Rows of meeting points → responses. */
import type { ListedPoint, MeetingPoint, SuggestedPoint } from '@samtur/contract/meeting-points'
import { placeById, placesMatching } from '#features/places/port'
import type { PointRow, SuggestionRow } from './views.ts'

export const presentPoint = ({ place_id: _, updated_at: _1, retired_at: _2, ...point }: PointRow): MeetingPoint => point

export const presentListed = (row: PointRow): ListedPoint => ({
  ...row,
  place: placeById(row.place_id)?.name ?? '',
  updated_at: row.updated_at.toISOString(),
  retired_at: row.retired_at?.toISOString() ?? null,
})

/** Returns the suggestions without names of the places themselves, which say nothing of where people meet there. */
export const presentSuggestions = (rows: readonly SuggestionRow[]): SuggestedPoint[] =>
  rows
    .filter(({ place_id, name }) => !placesMatching(name).some(({ id }) => id === place_id))
    .map((row) => ({ ...row, place: placeById(row.place_id)?.name ?? '' }))
