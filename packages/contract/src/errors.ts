/**
 * Every error of the API: a stable code and its HTTP status. The server never sends a sentence; the web turns codes into text in one place.
 */
export const errorStatus = {
  // transport and session
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  origin_refused: 403,
  email_not_verified: 403,
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  /** The request has an `Expect` that this server does not support. */
  expectation_failed: 417,
  /** The request is for a host name that this server does not serve. */
  host_refused: 421,
  headers_too_large: 431,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  // fields
  validation: 422,
  idempotency_key_reused: 422,
  // accounts
  invalid_credentials: 401,
  already_registered: 422,
  invalid_token: 422,
  /** A code of an app, a mail or the list of recovery codes is wrong, used or expired. */
  invalid_code: 422,
  wrong_password: 422,
  /** This browser did not sign up, so the mailed token needs the account's password, or a new one. */
  password_required: 403,
  /** The session is older than five minutes: give the password (or a mailed code) again. */
  reauthentication_required: 403,
  /** The account has a second factor: give a code of it, in place of the password. */
  second_factor_required: 403,
  /** Administrators need a second factor here: set one up first. */
  two_factor_required: 403,
  /** An administrator has suspended the account; `params.reason` has the reason. Returned only for the right password. */
  account_suspended: 403,
  /** The account waits for its deletion: it can only read, export its data and be kept. */
  account_closing: 403,
  two_factor_already_on: 409,
  two_factor_off: 409,
  last_way_in: 409,
  already_linked: 409,
  /** The provider did not sign the person in, or has not verified the address. */
  provider_refused: 422,
  already_closing: 409,
  not_closing: 409,
  /** An administrator's account cannot be suspended or deleted. */
  protected_account: 409,
  already_suspended: 409,
  not_suspended: 409,
  // files
  storage_full: 507,
  // rides and reservations
  ride_departed: 409,
  ride_cancelled: 409,
  own_ride: 409,
  already_reserved: 409,
  too_many_attempts: 409,
  not_enough_seats: 409,
  reservation_closed: 409,
  not_bookable: 409,
  /** The driver does not offer this detour, or no longer. */
  detour_unavailable: 409,
  /**
   * All accepted detours together would take more minutes than the driver allows: `params.minutes` more. The driver accepts such a one with
   * `minutes_over_limit`.
   */
  detour_over_limit: 409,
  /** The section has the seats: request them in place of waiting. `params.available` is their number. */
  seats_available: 409,
  already_waiting: 409,
  /** Places on waiting lists at a time; `params.max`. */
  too_many_waiting: 409,
  /** The offer has lapsed, or there is none. */
  offer_closed: 409,
  /** The driver has changed the ride since the caller last read it: read it again. */
  ride_changed: 409,
  /** A passenger is accepted, so the stops cannot change. */
  route_locked: 409,
  /** More seats are reserved than would be left; `params.needed` is their number. */
  seats_taken: 409,
  /**
   * The caller has another trip at that time, given by `params.from`, `params.to`, `params.departure_time`. `accept_overlap` reserves
   * anyway; without `warn_overlap` a ride is published or moved anyway.
   */
  overlapping_ride: 409,
  /** A rate that prices were compared with cannot be deleted; add a new one with its date. */
  rate_in_use: 409,
  // wanted rides
  /** The caller has the same one already; `params.id` is its id. */
  wanted_exists: 409,
  /** The caller has as many active ones as one person may have. */
  too_many_wanted: 409,
  wanted_ended: 409,
  /** The ride does not pass where the person wants to travel, on another day, or without enough seats. */
  not_on_the_way: 409,
  // ratings
  already_rated: 409,
  /** The caller has rated this person within seven days; `params.next_at` is when the next rating is possible. */
  rated_recently: 409,
  /** The caller has rated this person for a trip at the same time, of which one gives a rating. */
  rated_same_time: 409,
  already_replied: 409,
  not_departed: 409,
  not_accepted: 409,
  // the day of travel
  /** It is not between 12 hours before departure and a day after arrival. */
  not_travel_day: 409,
  /** The trip has been over for three hours. */
  trip_over: 409,
  /** The caller has as many follow links for the trip as one person may have. */
  too_many_links: 409,
  /** The meeting code was typed, so the two have met. */
  already_met: 409,
  /** The caller has said that there was no meeting, so there is nothing to rate. */
  not_met: 409,
  // reports and support
  /** The report is resolved or dismissed, so it cannot be decided again, and its reporter is not written to about a dismissed one. */
  report_closed: 409,
  /** The support request is resolved. */
  request_closed: 409,
  /** The support request cannot change from its state to that one. */
  wrong_state: 409,
  // chat
  chat_unavailable: 404,
  message_refused: 403,
  too_many_chats: 429,
  /** A message can be deleted for five minutes only. */
  too_late_to_take_back: 409,
} as const

export type ErrorCode = keyof typeof errorStatus

/** What can be wrong with one field. */
export const fieldCodes = [
  'required',
  'invalid',
  'invalid_characters',
  'too_long',
  'too_short',
  'too_many',
  'not_a_whole_number',
  'out_of_range',
  'unknown_field',
  'in_past',
  'too_far_ahead',
  'before_departure',
  'too_long_trip',
  'same_place',
  /** The gazetteer has no place of this name. */
  'unknown_place',
  /** There is no such meeting point, or none at this place. */
  'unknown_meeting_point',
  /** The coordinates are too far away from the place. */
  'too_far_away',
  /** The place has a meeting point of this name already. */
  'name_taken',
  /** The stop is on the route already. */
  'repeated_stop',
  /** It is not the code that the other side shows. */
  'wrong_code',
  'clock_gap',
  'reserved_name',
  /** The name has an address, a number to call or markup in it. */
  'more_than_a_name',
  'weak_password',
  'must_accept',
  'same_as_before',
  'too_many_pixels',
  /** `params.max` is the highest price that only shares the costs. */
  'above_cost_share',
  /** A person has reserved or requested a seat at this price, so it can only fall. */
  'only_down',
  /** No day of the series is in the future. */
  'no_dates',
  /** The operator has switched this off. */
  'not_offered',
  /** The person states no gender, or is not signed in. */
  'gender_missing',
  /** The person has stated another gender lately, which does not count yet for rides for one gender. */
  'gender_waits',
  /** The gender was changed within a year; `params.date` is the day from which it can be changed again. */
  'changed_recently',
] as const
export type FieldCode = (typeof fieldCodes)[number]

/** Body of every error response. `fields` maps a field's name to its problem. */
export interface ErrorBody {
  code: ErrorCode
  fields?: Record<string, FieldCode>
  /** Values for the text, such as the number of free seats, or the reasons of a weak password. */
  params?: Record<string, string | number | string[]>
  request_id: string
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorStatus, code)
}
