/** Rows of meeting points → responses. */
import type { ListedPoint, MeetingPoint } from '@samtur/contract/meeting-points'
import { placeById } from '#features/places/port'
import type { PointRow } from './views.ts'

export const presentPoint = ({ place_id: _, updated_at: _1, retired_at: _2, ...point }: PointRow): MeetingPoint => point

export const presentListed = (row: PointRow): ListedPoint => ({
  ...row,
  place: placeById(row.place_id)?.name ?? '',
  updated_at: row.updated_at.toISOString(),
  retired_at: row.retired_at?.toISOString() ?? null,
})
