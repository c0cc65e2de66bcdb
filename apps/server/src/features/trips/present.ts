/** Series → responses. */
import type { Direction, Published, Series, SeriesOutcome } from '@samtur/contract/series'
import type { AppError } from '#platform/http/errors'
import type { Plan } from './rules.ts'
import type { SeriesPart, SeriesRow } from './views.ts'

interface PublishedRide {
  id: string
  direction: Direction
  departure_time: Date
  arrival_time: Date
}

export function presentPublished(seriesId: string | null, rides: PublishedRide[], skipped: Plan['skipped']): Published {
  return {
    series_id: seriesId,
    items: rides
      .toSorted((a, b) => a.departure_time.getTime() - b.departure_time.getTime())
      .map(({ id, direction, departure_time, arrival_time }) => ({
        id,
        direction,
        departure_time: departure_time.toISOString(),
        arrival_time: arrival_time.toISOString(),
      })),
    skipped: skipped.map(({ direction, date, code }) => ({ direction, date, code })),
  }
}

export function presentSeries({ rides, ...series }: SeriesRow): Series {
  const instant = (text: string) => new Date(text).toISOString()
  return {
    ...series,
    rides: rides.map((ride) => ({
      ...ride,
      departure_time: instant(ride.departure_time),
      arrival_time: instant(ride.arrival_time),
    })),
  }
}

/** Returns a ride that was not changed, with the code of the field that kept it from it, or else of the error. */
export function presentRefused(
  { id, departure_time }: SeriesPart,
  { code, data }: AppError,
): SeriesOutcome['refused'][number] {
  return { id, departure_time: departure_time.toISOString(), code: Object.values(data?.fields ?? {})[0] ?? code }
}
