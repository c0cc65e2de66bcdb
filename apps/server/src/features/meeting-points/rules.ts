/** Pure rules of meeting points: which coordinates fit, and the list that comes with the product. */
import { type MeetingPointKind, meetingPointKinds, meetingPoints } from '@samtur/contract/constants'
import type { FieldCode } from '@samtur/contract/errors'
import { distanceKm, type Place } from '#features/places/port'

interface Position {
  lat?: number | null | undefined
  lon?: number | null | undefined
}

/** Returns why a point of the place cannot have these coordinates; undefined where it can, and where there are none. */
export function coordinatesProblem(
  { lat = null, lon = null }: Position,
  place: Pick<Place, 'lat' | 'lon'>,
): { field: 'lat' | 'lon'; code: FieldCode } | undefined {
  if (lat === null && lon === null) return undefined
  if (lat === null || lon === null) return { field: lat === null ? 'lat' : 'lon', code: 'required' }
  // Programs write 0, 0 where they know nothing.
  if (lat === 0 && lon === 0) return { field: 'lat', code: 'out_of_range' }
  return distanceKm({ lat, lon }, place) > meetingPoints.km ? { field: 'lat', code: 'too_far_away' } : undefined
}

/** A point of the list that comes with the product. */
export interface ShippedPoint {
  id: string
  place_id: number
  /** Name of the place, for readers of the file. */
  place: string
  name: string
  kind: MeetingPointKind
  lat: number | null
  lon: number | null
}

const COLUMNS = 'id\tplace_id\tplace\tname\tkind\tlocated_at'

/** Returns the id of a shipped point in the database, which is the same in every installation. */
export const shippedId = (number: number): string => `5a370000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Returns the points of the file. `placeOf` finds an entry of the gazetteer, whose coordinates a point has that is such an entry itself. */
export function parseShipped(
  tsv: string,
  placeOf: (id: number) => Pick<Place, 'lat' | 'lon'> | undefined,
): ShippedPoint[] {
  const [header, ...lines] = tsv.trimEnd().split('\n')
  if (header !== COLUMNS) throw new Error('meeting-points.tsv: unexpected columns')
  return lines.map((line) => {
    const [id, place_id, place, name, kind, locatedAt] = line.split('\t')
    const entry = locatedAt ? placeOf(Number(locatedAt)) : undefined
    if (!place || !name || !isKind(kind) || !placeOf(Number(place_id)) || Boolean(locatedAt) !== Boolean(entry))
      throw new Error(`meeting-points.tsv: ${line}`)
    const { lat = null, lon = null } = entry ?? {}
    return { id: shippedId(Number(id)), place_id: Number(place_id), place, name, kind, lat, lon }
  })
}

const isKind = (text = ''): text is MeetingPointKind => (meetingPointKinds as readonly string[]).includes(text)
