/** Rows of the day of travel → responses. A follow link shows exactly what `presentFollowed` lists. */
import { firstName } from '@samtur/contract/names'
import { followPath } from '@samtur/contract/paths'
import type { CheckIn, Companion, Followed, FollowLink, TodayTrip, TripEnd } from '@samtur/contract/travel'
import { presentPerson } from '#features/profiles/port'
import { signId } from '#platform/signed-id'
import { endOf, isFresh, meetingCode, shownSpan } from './rules.ts'
import type { CheckInRow, CompanionRow, EndsRow, FollowedRow, LinkRow, TripRow } from './views.ts'

export const LINK = 'follow link'

interface Reader {
  id: string
  secret: string
  origin: string
}

const startOf = (row: EndsRow): TripEnd => ({
  text: row.from_text,
  at: row.departs_at.toISOString(),
  lat: row.from_lat,
  lon: row.from_lon,
  point: row.from_point,
})

const endingOf = (row: EndsRow): TripEnd => ({
  text: row.to_text,
  at: row.arrives_at.toISOString(),
  lat: row.to_lat,
  lon: row.to_lon,
  point: row.to_point,
})

export const presentCheckIn = ({ kind, at, person_id }: CheckInRow, readerId: string): CheckIn => ({
  kind,
  at: at.toISOString(),
  own: person_id === readerId,
})

export function presentCompanion(row: CompanionRow, said: readonly CheckInRow[], reader: Reader): Companion {
  const about = said.filter(({ reservation_id }) => reservation_id === row.reservation_id)
  const side = row.driver_id === reader.id ? 'driver' : 'passenger'
  return {
    reservation_id: row.reservation_id,
    person: { ...presentPerson(row), phone: row.apart ? null : row.phone },
    seats: row.seats,
    price: row.price,
    currency: row.currency,
    start: startOf(row),
    end: endingOf(row),
    code: meetingCode(reader.secret, row.reservation_id, side),
    met: about.some(({ kind }) => kind === 'met'),
    check_ins: about.map((each) => presentCheckIn(each, reader.id)),
  }
}

export const presentLink = (link: LinkRow, arrivesAt: Date, { secret, origin }: Reader): FollowLink => ({
  id: link.id,
  url: origin + followPath(signId(secret, LINK, link.id)),
  created_at: link.created_at.toISOString(),
  ends_at: endOf(arrivesAt).toISOString(),
  email: link.email,
  position_at: link.position_at?.toISOString() ?? null,
})

interface Found {
  companions: readonly CompanionRow[]
  said: readonly CheckInRow[]
  links: readonly LinkRow[]
}

export function presentToday(trip: TripRow, { companions, said, links }: Found, reader: Reader): TodayTrip {
  const { ride_id, reservation_id, license_plate: plate } = trip
  const isOfTrip = (row: { ride_id: string; reservation_id: string | null }) =>
    row.ride_id === ride_id && (reservation_id === null || row.reservation_id === reservation_id)
  const span = shownSpan(trip)
  return {
    ride_id,
    reservation_id,
    start: startOf(trip),
    end: endingOf(trip),
    car: { make: trip.car_make, model: trip.car_model, color: trip.car_color, plate },
    companions: companions.filter(isOfTrip).map((row) => presentCompanion(row, said, reader)),
    follow_links: links
      .filter((link) => link.ride_id === ride_id && link.reservation_id === reservation_id)
      .map((link) => presentLink(link, trip.arrives_at, reader)),
    check_ins: said
      .filter((each) => each.ride_id === ride_id && each.reservation_id === null && reservation_id === null)
      .map((each) => presentCheckIn(each, reader.id)),
    shown_from: span.from.toISOString(),
    shown_until: span.until.toISOString(),
  }
}

export function presentFollowed(row: FollowedRow, said: readonly CheckInRow[], now: Date): Followed {
  const cancelled = row.ride_status === 'cancelled' || (row.status !== null && row.status !== 'accepted')
  const { lat, lon, position_at } = row
  const isShown = !cancelled && lat !== null && lon !== null && position_at !== null && isFresh(position_at, now)
  return {
    sharer: firstName(row.sharer),
    driver: firstName(row.driver),
    driving: row.reservation_id === null,
    cancelled,
    start: { text: row.from_text, at: row.departs_at.toISOString(), point: row.from_point?.name ?? null },
    end: { text: row.to_text, at: row.arrives_at.toISOString(), point: row.to_point?.name ?? null },
    car: cancelled ? null : { make: row.car_make, color: row.car_color, plate: row.license_plate },
    check_ins: said
      // Of a driver what they say of the ride, and not of each passenger.
      .filter(({ person_id, reservation_id }) => person_id === row.sharer_id && reservation_id === row.reservation_id)
      .map(({ kind, at }) => ({ kind, at: at.toISOString() })),
    position: isShown ? { lat, lon, at: position_at.toISOString() } : null,
    ends_at: endOf(row.arrives_at).toISOString(),
  }
}
