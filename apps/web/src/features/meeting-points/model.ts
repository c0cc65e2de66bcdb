/** Pure logic of meeting points: how far they are, links to maps, and how a list is grouped. */
import { type MeetingPointKind, meetingPointKinds } from '@samtur/contract/constants'
import type { ChosenPoint, ListedPoint } from '@samtur/contract/meeting-points'

export interface Position {
  lat: number
  lon: number
}

/** A place with its name; its coordinates are those of its centre. */
export interface Centre extends Position {
  text: string
}

/** Returns the position of what may have none. */
export const positionOf = ({ lat, lon }: { lat?: number | null; lon?: number | null }): Position | undefined =>
  typeof lat === 'number' && typeof lon === 'number' ? { lat, lon } : undefined

const EARTH_KM = 6371
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Returns how far east and north of `from` a position is, in km; exact enough within 100 km. */
export function offsetKm(from: Position, to: Position): { east: number; north: number } {
  const north = EARTH_KM * radians(to.lat - from.lat)
  return { east: EARTH_KM * radians(to.lon - from.lon) * Math.cos(radians((from.lat + to.lat) / 2)), north }
}

export function distanceKm(from: Position, to: Position): number {
  const { east, north } = offsetKm(from, to)
  return Math.hypot(east, north)
}

/** Streets are longer than the straight line by about this factor. */
const detour = 1.3
const walkedKmPerHour = 4.8
/** Beyond this nobody walks. */
const longestWalkKm = 3

/**
 * Returns minutes on foot from the centre, rounded up to five, or whole kilometres where that is too far to walk; undefined without
 * coordinates.
 */
export function awayFrom(
  centre: Position | undefined,
  point: ChosenPoint,
): { minutes: number } | { km: number } | undefined {
  const position = positionOf(point)
  if (!centre || !position) return undefined
  const km = distanceKm(centre, position)
  if (km > longestWalkKm) return { km: Math.round(km) }
  return { minutes: Math.max(5, Math.ceil((km * detour * 60) / walkedKmPerHour / 5) * 5) }
}

/** Returns a `geo:` link, which opens the device's own map: at the coordinates, or with a search for the names. */
export function geoLink(point: Pick<ChosenPoint, 'name' | 'lat' | 'lon'>, place: string): string {
  const position = positionOf(point)
  const at = position && `${position.lat},${position.lon}`
  return at
    ? `geo:${at}?q=${at}(${encodeURIComponent(point.name)})`
    : `geo:0,0?q=${encodeURIComponent(`${point.name}, ${place}`)}`
}

/** Returns the points by kind, in the order of the kinds; within one as the server lists them. */
export function byKind<P extends Pick<ChosenPoint, 'kind'>>(
  points: readonly P[],
): { kind: MeetingPointKind; points: P[] }[] {
  return meetingPointKinds
    .map((kind) => ({ kind, points: points.filter((point) => point.kind === kind) }))
    .filter((group) => group.points.length > 0)
}

/** Returns the distances of the rings on the map, in km: two, of which the outer one holds all points. */
export function ringsFor(farthestKm: number): [number, number] {
  const outer = [1, 2, 5, 10, 20, 50, 100].find((km) => km >= farthestKm) ?? Math.ceil(farthestKm / 100) * 100
  return [outer / 2, outer]
}

export interface PlaceGroup {
  placeId: number
  place: string
  points: ListedPoint[]
}

/** Returns the points by place, in the order in which the places come first. */
export function byPlace(points: readonly ListedPoint[]): PlaceGroup[] {
  const groups = new Map<number, PlaceGroup>()
  for (const point of points) {
    const group = groups.get(point.place_id) ?? { placeId: point.place_id, place: point.place, points: [] }
    group.points.push(point)
    groups.set(point.place_id, group)
  }
  return [...groups.values()]
}

/** Returns typed degrees; null where nothing was typed, NaN where it is no number. A decimal comma and a true minus sign are read too. */
export function readDegrees(typed: string): number | null {
  const text = typed.trim().replace(',', '.').replace('\u2212', '-')
  if (text === '') return null
  return /^-?\d{1,3}(?:\.\d{1,15})?$/.test(text) ? Number(text) : NaN
}

/** Returns typed hours; null where nothing was typed, NaN where it is no whole number. */
export function readHours(typed: string): number | null {
  const text = typed.trim()
  if (text === '') return null
  return /^\d{1,6}$/.test(text) ? Number(text) : NaN
}

/** Returns the text of a file as UTF-8, or as Windows-1252, in which some spreadsheet programs save. */
export function decodeTable(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Returns where a line of a text starts and ends; lines count from 1. */
export function lineRange(text: string, line: number): [start: number, end: number] {
  const before = text.split('\n').slice(0, line - 1)
  const start = Math.min(
    text.length,
    before.reduce((length, each) => length + each.length + 1, 0),
  )
  const end = text.indexOf('\n', start)
  return [start, end < 0 ? text.length : end]
}
