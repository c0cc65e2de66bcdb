/** Business constants of the product. Lengths count Unicode code points after NFC and trimming. */
export type { InstantBooking, LuggagePiece, LuggageSize } from './basics.ts'
export {
  greenMission,
  instantBookings,
  lengths,
  luggagePieces,
  luggageSizes,
  password,
  price,
  PRODUCT_NAME,
  retryDelays,
  seats,
  sessionTick,
  TIME_ZONE,
} from './basics.ts'

/** Kinds of meeting points. */
export const meetingPointKinds = [
  'station',
  'bus_stop',
  'park_and_ride',
  'ferry_quay',
  'fuel_station',
  'campus',
  'airport',
  'other',
] as const
export type MeetingPointKind = (typeof meetingPointKinds)[number]
/**
 * `km`: how far from its place a point may lie; `parkingHours`: the longest parking; `csvRows`: of one import; `suggested`: how often a stop
 * was agreed on, by how many different people, before administrators see its name.
 */
export const meetingPoints = {
  km: 100,
  parkingHours: 720,
  csvRows: 300,
  suggested: { times: 5, drivers: 3, passengers: 3 },
} as const

export const rating = { min: 1, max: 10 } as const
/** Up to this rating a reason is requested. */
export const lowRating = 3
export const age = { min: 18, max: 100 } as const
/** Advice, not a rule: the rule is the installation's own minimum. */
export const recommendedPasswordLength = 12
/** Validity of mailed links, and time after the password in which sensitive actions are possible. */
export const confirmationHours = 24
export const resetMinutes = 60
/** A mailed code: how many digits it has, and how long it works. Codes of authenticator apps have six, as every such app shows them. */
export const mailedCode = { digits: 8, minutes: 10 } as const
export const reauthenticationMinutes = 5
/**
 * Length of a session from signing in, also when it is used, and number per account. An administrator's session is shorter, and ends after
 * `idleMinutes` without a request.
 */
export const session = { maxDays: 30, maxPerAccount: 10, admin: { maxHours: 12, idleMinutes: 30 } } as const
/** Access tokens of API clients, and how long a refresh token that was used may be used again (a response that was lost, a second tab). */
export const accessToken = { minutes: 60, reuseSeconds: 10 } as const
/** Days in which a deletion can be cancelled. */
export const deletionDays = 14
export const exportHours = 24
/** Profile pictures. Bytes; side and crop in pixels. */
/** Accepted types of pictures, by their bytes. Pages convert every other type that the browser can decode to JPEG. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const
export const picture = {
  maxBytes: 5 * 1024 * 1024,
  side: 300,
  compressQuality: 0.85,
  cropQuality: 0.9,
  zoom: { min: 0.5, max: 3, step: 0.1 },
  maxPixels: 25_000_000,
  /** Seconds for which a browser may cache one. */
  seconds: 86_400,
} as const

export const ride = { maxDaysAhead: 365, maxHours: 24 } as const
/** A departure or arrival moved by more than this needs a confirmation by accepted passengers. */
export const confirmChangeMinutes = 15
/** Rides of one series, without its return trips. */
export const seriesMaxRides = 120
/** The days above the results of a search; a day with more rides than `most` says only that there are more. */
export const searchDays = { count: 7, most: 99 } as const
/** Other days and places that the search offers without a result. */
export const alternatives = { days: 3, radiusKm: 25, max: 20 } as const
/** Tolls and ferry of the whole trip, whole kr. */
export const extraCosts = { min: 0, max: 5000 } as const
/**
 * Kilometres that a driver may type: from the straight line along the stops to `factor` times it plus `slack`; `max` where a place is
 * unknown.
 */
export const typedDistance = { factor: 3, slack: 50, max: 6000 } as const
/** Minutes by which a driver allows detours to lengthen a trip, all together; 0 is none. */
export const detourMinutes = [0, 5, 10, 15, 20, 30] as const
/** Minutes beyond that limit to which a driver can agree: those of a day, which no trip exceeds. */
export const detourOverLimitMax = 1440
/** Which end of a passenger's section a detour leads to: where the passenger gets in, or where the passenger gets out. */
export const detourEnds = ['start', 'end'] as const
export type DetourEnd = (typeof detourEnds)[number]
/** Places of a ride that a search finds by a detour; the largest ones where there are more. */
export const detourPlacesMax = 80
/** Places that are offered as stops of a trip, and the number of rides or searches below which they are not counted out loud. */
export const suggestions = { max: 6, minimum: 3, days: 30 } as const
/**
 * Wanted rides: the limits of one, how many one person has active, the rides that are shown of each, and the days of past rides that its preview
 * counts, from `minimum` rides on. One that has ended is deleted after `keptDays`.
 */
export const wanted = {
  radiusKm: 50,
  rangeDays: 60,
  active: 20,
  matches: 20,
  recentDays: 30,
  minimum: 3,
  keptDays: 30,
} as const
/** Rides that are offered in place of one that was lost: how many, and how many hours before or after it they depart. */
export const rescueLimits = { rides: 3, hours: 3 } as const
/** What driver and passenger say on the day of travel. */
export const checkInKinds = ['got_in', 'arrived', 'met', 'not_met'] as const
export type CheckInKind = (typeof checkInKinds)[number]
export const rideCheckInKinds = ['got_in', 'arrived'] as const
/**
 * The day of travel: hours before departure and after arrival in which a trip is one of today, hours after arrival in which what was said
 * without a network still counts, links of one person for a trip, wrong codes and the minutes after which others can be tried, minutes of
 * silence after arrival until the person is asked, and from then on until the mail, and how far from the way a position may be, in km.
 */
export const travelDay = {
  hoursBefore: 12,
  hoursAfter: 3,
  lateHours: 24,
  links: 5,
  codes: 5,
  codeMinutes: 15,
  codesOfTrip: 20,
  askMinutes: 45,
  mailMinutes: 30,
  positionKm: 100,
  /** A position without news is hidden after this time, because the page that showed it is probably closed. */
  positionMinutes: 10,
} as const
export const costModes = ['advise', 'enforce', 'off'] as const
export type CostMode = (typeof costModes)[number]
export const countries = ['NO', 'DK', 'SE'] as const
export type Country = (typeof countries)[number]
/** Hours in which a passenger may want the driver's answer, and the choice of a request that names none. */
export const answerHours = [1, 3, 12, 24, 48] as const
export type AnswerHours = (typeof answerHours)[number]
export const defaultAnswerHours: AnswerHours = 24
/**
 * A request ends this many minutes before departure at the latest. One that is made later than `least` minutes before that moment has
 * `least` minutes, and ends at departure at the latest.
 */
export const answerMinutes = { beforeDeparture: 30, least: 10 } as const
/** The driver is reminded of a request when these parts of its time have passed. */
export const answerReminders = [0.5, 0.85] as const
/** Clock hours in Oslo between which nothing is sent that can wait, unless departure is within `urgentHours`. */
export const silentHours = { from: 23, until: 7, urgentHours: 12 } as const
/** Completed trips, as a driver or as a passenger, from which a person is trusted without a confirmed name: gets a seat at once on rides for trusted people. */
export const trustedTrips = 3
/** Seats on trips ahead that a person without a completed trip may have got at once; what is beyond becomes a request. */
export const newcomerSeats = 3
/** What became of a place on a waiting list. */
export const waitingStates = ['waiting', 'offered', 'taken', 'lapsed', 'left', 'ended'] as const
export type WaitingState = (typeof waitingStates)[number]
/**
 * An offer from the waiting list holds its seats for this part of the time until departure, at most and at least these minutes, and until
 * departure at the latest.
 */
export const seatOffer = { part: 0.25, maxMinutes: 120, minMinutes: 10 } as const
/** A request that holds seats ends after this part of the time until departure, and after these hours at the latest. */
export const heldAnswer = { part: 0.25, maxHours: 12 } as const
/** Places on waiting lists that one person has at a time. */
export const waitingMax = 20
/** Hours before departure from which a cancellation with accepted passengers counts as late. */
export const lateCancellationHours = 24
/** Days between two ratings of one person by another. */
export const ratingPauseDays = 7
/** Days after which a blind rating is shown without the other one. */
export const blindRatingDays = 14
/** Least number of trips and answers for a driver's record to be shown. */
export const recordMinimum = { trips: 3, answers: 5 } as const
export const homeListSize = 10
/** Ways that the home page offers at most. */
export const popularWaysMax = 6
/** Coming rides on the page of a ride that has left. */
export const similarRidesMax = 3
/** Below so many rides the home page also lists public wanted rides, at most as many as that. */
export const homeFewRides = 4
export const searchPage = { default: 20, max: 50 } as const
/** `takeBackMinutes` is the time in which the sender can delete a message. */
export const chat = { historySize: 100, unreadWindowHours: 24, takeBackMinutes: 5 } as const
/**
 * Images in conversations. A larger file is encoded again before it is sent: no side longer than `maxSide` pixels, as JPEG of falling
 * quality, then smaller by `shrink` each time, `attempts` in all. `seconds` is how long a browser may cache one.
 */
export const chatImage = {
  maxBytes: 5 * 1024 * 1024,
  maxSide: 1920,
  quality: { from: 0.8, to: 0.5, step: 0.1 },
  shrink: 0.85,
  attempts: 8,
  seconds: 3600,
} as const
/** Messages of a conversation with the assistant that are handed over, and messages that one person may send to support in an hour. */
export const supportChat = { transcript: 40, messagesPerHour: 60 } as const
/** Heights of the administrator's lists, in pixels of the usual text size. */
export const adminListHeight = 600
/** Up to these ages a time is shown in minutes, hours and days; an older one as a date. */
export const relativeTime = { minutes: 60, hours: 24, days: 7 } as const
/** Counters of the campaign: delay and duration of each, in milliseconds. */
export const counting = { delay: 500, rides: 2000, co2: 2500, saved: 3000 } as const
/** Kilograms of CO₂ that a shared ride saves at most, by the campaign. */
export const co2PerRide = 2.3
/** What the help says of safety and of the law: centimetres, years. */
export const emergencyNumber = '112'
export const childSeatHeight = 135
export const commercialDriverAge = 21
/** Hours in which support promises an answer. */
export const supportReplyHours = 24
/** Days after arrival in which an accepted passenger sees the driver's phone and plate. */
export const contactVisibleDaysAfterArrival = 30
export const reservationAttemptsAfterRejection = 3

/** Codes with which the server closes a live connection. */
export const closeCodes = {
  signedOut: 4401,
  /** The session has a new cookie: connect again with it. */
  renewed: 4408,
  tooManyConnections: 4429,
  slowReader: 1013,
  restart: 1012,
} as const

/** Live connection, milliseconds. */
export const live = {
  heartbeat: 25_000,
  reconnectDelays: [1_000, 2_000, 5_000, 10_000],
  silentAfter: 60_000,
  /** A client repeats the typing event after this time; without one for twice as long the person has stopped. */
  typingEvery: 3_000,
} as const

/** The genders that a ride can be for. */
export const statedGenders = ['mann', 'kvinne', 'annet'] as const
/** Days after which another stated gender counts for rides for one gender; the first one of a new account counts at once. */
export const genderCountsAfterDays = 14
export const genders = [...statedGenders, 'ønsker_ikke_oppgi'] as const
export const reservationStatuses = ['pending', 'accepted', 'rejected', 'cancelled'] as const
export type ReservationStatus = (typeof reservationStatuses)[number]
/** Who or what ended a reservation that is rejected or cancelled. */
export const reservationEndings = [
  'passenger',
  'driver',
  'ride_cancelled',
  'route_changed',
  'expired',
  'block',
  /** The driver has removed an accepted passenger. */
  'removed',
] as const
export type ReservationEnding = (typeof reservationEndings)[number]
export const rideStatuses = ['active', 'cancelled'] as const
export const currencies = ['NOK', 'DKK', 'SEK'] as const
export type Currency = (typeof currencies)[number]
const currencyIn: Record<Country, Currency> = { NO: 'NOK', DK: 'DKK', SE: 'SEK' }
/** Returns the currency of rides that start in the country. Of an unknown country, and of one without a rate, it is NOK. */
export const currencyOf = (country: string | undefined): Currency =>
  currencyIn[countries.find((known) => known === country) ?? 'NO']
