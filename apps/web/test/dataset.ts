/** Rides and reservations as the server sends them, for tests of the pages. */
import type { MeetingPoint } from '@samtur/contract/meeting-points'
import type { OwnReservation, OwnRide, RideReservation } from '@samtur/contract/reservations'
import type { Ride, RideDetail } from '@samtur/contract/rides'
import type { WaitingEntry } from '@samtur/contract/waiting'
import type { OwnWanted, PostOnWay, WantedPost, WantedPreview } from '@samtur/contract/wanted'
import { toWantedFilters } from '@samtur/contract/wanted-filters'

export const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

/** A stop at a place that the gazetteer does not have. */
const nowhere = { place_id: null, lat: null, lon: null, meeting_point_id: null, meeting_point: null }

export function ride(change: Partial<Ride> = {}, departure = 24): Ride {
  const times = { departure_time: hours(departure), arrival_time: hours(departure + 7) }
  return {
    id: 'r-1',
    version: 1,
    distance_km: 493,
    cost_share: 345,
    above_cost_share: false,
    driver: {
      id: 'u-driver',
      full_name: 'Ingrid Solberg',
      profile_picture: null,
      rating: 9.4,
      rating_count: 38,
      record: null,
    },
    start_location: 'Oslo',
    end_location: 'Trondheim',
    stops: [],
    ...times,
    price: 300,
    currency: 'NOK',
    available_seats: 3,
    total_seats: 4,
    pets_allowed: false,
    luggage: 'cabin',
    instant_booking: 'off',
    same_gender: false,
    only_gender: null,
    detour_minutes: 0,
    notes: null,
    car_make: 'Volvo',
    car_model: 'V60',
    status: 'active',
    created_at: hours(-48),
    route: [
      { position: 0, text: 'Oslo', ...nowhere, passes_at: times.departure_time },
      { position: 1, text: 'Trondheim', ...nowhere, passes_at: times.arrival_time },
    ],
    section: {
      from_position: 0,
      to_position: 1,
      start_location: 'Oslo',
      end_location: 'Trondheim',
      ...times,
      price: 300,
      available_seats: 3,
      whole: true,
    },
    detour: null,
    ...change,
  }
}

export const rideDetail = (change: Partial<RideDetail> = {}): RideDetail => ({
  ...ride(),
  viewer: 'other',
  prices: [300],
  reservation: null,
  waiting: null,
  contact: null,
  bookable: true,
  can_wait: false,
  driver_unavailable: false,
  name_confirmed: null,
  extra_costs: null,
  typed_distance_km: null,
  claims: null,
  series_id: null,
  line: null,
  cancellation: null,
  ...change,
})

export const contact = { phone: '+4791234567', license_plate: 'AB12345', car_color: 'Blå' }

export function ownReservation(change: Partial<OwnReservation> = {}): OwnReservation {
  return {
    id: 'res-1',
    ride_id: 'r-1',
    seats_requested: 2,
    message: null,
    status: 'pending',
    price: 300,
    created_at: hours(-2),
    answer_by: hours(22),
    holds_seats: false,
    instant: false,
    ride: ride(),
    contact: null,
    can_rate: false,
    can_rate_from: null,
    own_rating: null,
    ended_by: null,
    end_reason: null,
    meeting_points: { start: null, end: null },
    proposed_points: { start: null, end: null },
    change: null,
    driver_unavailable: false,
    name_confirmed: null,
    ...change,
  }
}

/** Returns an own wanted ride from Harstad to Narvik. */
export function ownWanted(change: Partial<OwnWanted> = {}): OwnWanted {
  return {
    id: 'w-1',
    state: 'active',
    from: 'Harstad',
    to: 'Narvik',
    from_place_id: 1,
    to_place_id: 2,
    radius_km: 15,
    date_from: '2099-11-27',
    date_to: '2099-11-27',
    weekdays: null,
    time_from: null,
    time_to: null,
    ...toWantedFilters({}),
    note: null,
    public: false,
    until: null,
    ends_at: '2099-11-27T23:00:00.000Z',
    created_at: hours(-1),
    matches: [],
    match_count: 0,
    unkept: [],
    ...change,
  }
}

export function wantedPost(change: Partial<WantedPost> = {}): WantedPost {
  return {
    id: 'p-1',
    user_id: 'u-liv',
    first_name: 'Liv',
    from_place_id: 11,
    to_place_id: 12,
    from: 'Harstad',
    to: 'Narvik',
    date_from: '2099-11-27',
    date_to: '2099-11-27',
    weekdays: null,
    seats: 1,
    ...change,
  }
}

/** Returns a post on the way of an own ride, along its whole way. */
export const postOnWay = (change: Partial<PostOnWay> = {}): PostOnWay => ({
  ...wantedPost(),
  section: ride().section,
  detour: null,
  offered: false,
  ...change,
})

/** Returns what a wanted ride would find, with as many rides on the last of the days. */
export const wantedPreview = (rides = 0, change: Partial<WantedPreview> = {}): WantedPreview => ({
  matches: [],
  match_count: 0,
  recent:
    rides === 0
      ? null
      : {
          rides,
          days: Array.from({ length: 30 }, (_, at) => ({
            date: `2026-10-${String(at + 1).padStart(2, '0')}`,
            rides: at === 29 ? rides : 0,
          })),
        },
  planner: null,
  ...change,
})

/** Returns a place on the waiting list of a full ride. */
export function waitingEntry(change: Partial<WaitingEntry> = {}): WaitingEntry {
  return {
    id: 'w-1',
    ride_id: 'r-1',
    state: 'waiting',
    driver_unavailable: false,
    seats_requested: 1,
    created_at: hours(-2),
    place_in_line: 2,
    offer_from: null,
    offer_until: null,
    instant: true,
    overlap: null,
    ride: ride(),
    ...change,
  }
}

export function request(change: Partial<RideReservation> & { name?: string } = {}): RideReservation {
  const { name = 'Ola Nordmann', ...rest } = change
  return {
    id: 'req-1',
    ride_id: 'r-1',
    seats_requested: 1,
    message: null,
    status: 'pending',
    price: 300,
    created_at: hours(-3),
    answer_by: hours(21),
    holds_seats: false,
    instant: false,
    passenger: {
      id: 'u-ola',
      full_name: name,
      profile_picture: null,
      rating: null,
      rating_count: 0,
      phone: null,
      name_confirmed: null,
    },
    section: ride().section,
    detour: null,
    ended_by: null,
    end_reason: null,
    meeting_points: { start: null, end: null },
    proposed_points: { start: null, end: null },
    awaits_confirmation: false,
    can_rate: false,
    can_rate_from: null,
    own_rating: null,
    ...rest,
  }
}

export const ownRide = (reservations: RideReservation[], change: Partial<OwnRide> = {}, departure = 24): OwnRide => ({
  ...ride({}, departure),
  contact,
  series_id: null,
  reservations,
  waiting: 0,
  held_seats: 0,
  ...change,
})

export const meetingPoint = (change: Partial<MeetingPoint> = {}): MeetingPoint => ({
  id: 'p-1',
  name: 'Oslo S',
  kind: 'station',
  lat: null,
  lon: null,
  step_free: null,
  shelter: null,
  toilet: null,
  parking_hours: null,
  source: 'Listen i produktet',
  ...change,
})
