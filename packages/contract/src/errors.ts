/**
 * Every error the API can answer: a stable code and its HTTP status. The server never sends a sentence; the web turns codes
 * into text in one place.
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
  /** The request wants something of HTTP (`Expect`) that this server does not do. */
  expectation_failed: 417,
  /** The request is for a host name that this server does not answer to. */
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
  /** A code from an app, a mail or the list of recovery codes is wrong, used or too old. */
  invalid_code: 422,
  wrong_password: 422,
  /** This browser did not sign up: the account's password, or a new one, has to come with the mailed token. */
  password_required: 403,
  /** The session is older than five minutes: show the password (or a mailed code) once more. */
  reauthentication_required: 403,
  /** The account has a second factor: a code of it is asked for, in place of the password. */
  second_factor_required: 403,
  /** Administrators may have to use a second factor: set one up first. */
  two_factor_required: 403,
  /** The administrator has shut the account; `params.reason` says why. Told only after the right password. */
  account_suspended: 403,
  /** The account waits for its deletion: only looking, taking the own data along and keeping the account are left. */
  account_closing: 403,
  two_factor_already_on: 409,
  two_factor_off: 409,
  last_way_in: 409,
  already_linked: 409,
  /** The provider did not sign the person in, or its address is not confirmed there. */
  provider_refused: 422,
  already_closing: 409,
  not_closing: 409,
  /** An administrator's account cannot be shut or deleted. */
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
  /** The driver has changed the ride since the caller last saw it: read it again. */
  ride_changed: 409,
  /** Somebody is accepted, so the stops stay where they are. */
  route_locked: 409,
  /** More seats are promised than would be left; `params.needed` says how many. */
  seats_taken: 409,
  /**
   * The caller is on the way elsewhere at that time, by `params.from`, `params.to`, `params.departure_time`. `accept_overlap` reserves
   * all the same; a ride is published or moved all the same without `warn_overlap`.
   */
  overlapping_ride: 409,
  /** A rate that prices have been compared with stays; a new one is added with its date. */
  rate_in_use: 409,
  // ratings
  already_rated: 409,
  already_replied: 409,
  not_departed: 409,
  not_accepted: 409,
  // reports and support
  /** The report is decided already, or dismissed, so its reporter is not written to any more. */
  report_closed: 409,
  /** The support request is resolved. */
  request_closed: 409,
  /** A support request cannot go from its state to that one. */
  wrong_state: 409,
  // chat
  chat_unavailable: 404,
  message_refused: 403,
  too_many_chats: 429,
  /** A message can be taken back for five minutes only. */
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
  /** A stop stands on the route already. */
  'repeated_stop',
  'clock_gap',
  'reserved_name',
  'weak_password',
  'must_accept',
  'same_as_before',
  'too_many_pixels',
  /** `params.max` is the highest price that only shares the costs. */
  'above_cost_share',
  /** Somebody has asked for a seat at this price or has one: it can only fall. */
  'only_down',
  /** No day of the series lies ahead. */
  'no_dates',
] as const
export type FieldCode = (typeof fieldCodes)[number]

/** Body of every error answer. `fields` maps a field's name to what is wrong with it. */
export interface ErrorBody {
  code: ErrorCode
  fields?: Record<string, FieldCode>
  /** Values for the text, such as the number of seats left, or the reasons of a weak password. */
  params?: Record<string, string | number | string[]>
  request_id: string
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorStatus, code)
}
