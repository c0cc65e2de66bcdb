/** Business constants of the product. Lengths count Unicode code points after NFC and trimming. */
export {
  greenMission,
  lengths,
  password,
  price,
  PRODUCT_NAME,
  retryDelays,
  seats,
  sessionTick,
  TIME_ZONE,
} from './basics.ts'

export const rating = { min: 1, max: 10 } as const
/** Up to this rating the reason is asked for. */
export const lowRating = 3
export const age = { min: 18, max: 100 } as const
/** Advice, not a rule: the rule is the installation's own floor. */
export const recommendedPasswordLength = 12
/** How long links in mails work, and how long ago the password may have been shown for dangerous things. */
export const confirmationHours = 24
export const resetMinutes = 60
export const reauthenticationMinutes = 5
/**
 * How long a session lasts from signing in, however much it is used, and how many an account has at once. An administrator's is shorter, and
 * ends when nothing has been asked for in it for `idleMinutes`.
 */
export const session = { maxDays: 30, maxPerAccount: 10, admin: { maxHours: 12, idleMinutes: 30 } } as const
/** Days in which a deletion can be taken back. */
export const deletionDays = 14
export const exportHours = 24
/** Profile pictures. Bytes; side and crop in pixels. */
/** What is taken as a picture, by its bytes. Pages pack every other kind that the browser can read as JPEG before they send it. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const
export const picture = {
  maxBytes: 5 * 1024 * 1024,
  side: 300,
  compressQuality: 0.85,
  cropQuality: 0.9,
  zoom: { min: 0.5, max: 3, step: 0.1 },
  maxPixels: 25_000_000,
  /** How long a browser may keep one. */
  seconds: 86_400,
} as const

export const ride = { maxDaysAhead: 365, maxHours: 24 } as const
/** A departure or arrival moved by more than this asks accepted passengers again. */
export const confirmChangeMinutes = 15
/** Rides of one series, its return trips not counted. */
export const seriesMaxRides = 120
/** Search offers other days and other places when there is nothing. */
export const alternatives = { days: 3, radiusKm: 25, max: 20 } as const
/** Tolls and ferry of the whole trip, whole kr. */
export const extraCosts = { min: 0, max: 5000 } as const
/** Kilometres that a driver may type: from the straight line along the stops to `factor` times it and `slack` more; `max` where a place is unknown. */
export const typedDistance = { factor: 3, slack: 50, max: 6000 } as const
export const costModes = ['advise', 'enforce', 'off'] as const
export type CostMode = (typeof costModes)[number]
export const countries = ['NO', 'DK', 'SE'] as const
export type Country = (typeof countries)[number]
/** A request that waits this long is brought to the driver's mind again. */
export const requestReminderHours = 24
/** How long before departure a cancellation with accepted passengers counts as late. */
export const lateCancellationHours = 24
/** With blind ratings: when one is shown although the other side has not rated. */
export const blindRatingDays = 14
/** What a driver's record needs before it says something. */
export const recordMinimum = { trips: 3, answers: 5 } as const
export const homeListSize = 10
export const searchPage = { default: 20, max: 50 } as const
/** `takeBackMinutes` is how long the sender can take a message back. */
export const chat = { historySize: 100, unreadWindowHours: 24, takeBackMinutes: 5 } as const
/**
 * Images in conversations. A larger file is packed again before it is sent: no side longer than `maxSide` pixels, as JPEG of falling quality,
 * then by `shrink` smaller each time, `attempts` in all. `seconds` is how long a browser may keep one.
 */
export const chatImage = {
  maxBytes: 5 * 1024 * 1024,
  maxSide: 1920,
  quality: { from: 0.8, to: 0.5, step: 0.1 },
  shrink: 0.85,
  attempts: 8,
  seconds: 3600,
} as const
/** Lines of a talk with the assistant that are handed over, and what one person may write to the house in an hour. */
export const supportChat = { transcript: 40, messagesPerHour: 60 } as const
/** Heights of the administrator's lists, in pixels of the usual text size. */
export const adminListHeight = 600
/** Up to these ages a time is told in minutes, hours and days; an older one is a date. */
export const relativeTime = { minutes: 60, hours: 24, days: 7 } as const
/** Counters of the campaign: when they begin, and how long each of them takes, milliseconds. */
export const counting = { delay: 500, rides: 2000, co2: 2500, saved: 3000 } as const
/** Kilograms of CO₂ that a shared ride saves at most, as the campaign says. */
export const co2PerRide = 2.3
/** What the help says of safety and of the law: centimetres, years. */
export const emergencyNumber = '112'
export const childSeatHeight = 135
export const commercialDriverAge = 21
/** Support promises an answer within this. */
export const supportReplyHours = 24
/** How long an accepted passenger sees the driver's phone and plate after arrival. */
export const contactVisibleDaysAfterArrival = 30
export const reservationAttemptsAfterRejection = 3

/** Live connection, milliseconds. */
export const live = {
  heartbeat: 25_000,
  reconnectDelays: [1_000, 2_000, 5_000, 10_000],
  silentAfter: 60_000,
  /** Somebody who goes on writing says so again after this long; who has said nothing for twice as long has stopped. */
  typingEvery: 3_000,
} as const

export const genders = ['mann', 'kvinne', 'annet', 'ønsker_ikke_oppgi'] as const
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
  /** The driver has taken an accepted passenger off the ride. */
  'removed',
] as const
export type ReservationEnding = (typeof reservationEndings)[number]
export const rideStatuses = ['active', 'cancelled'] as const
export const currencies = ['NOK', 'DKK', 'SEK'] as const
export type Currency = (typeof currencies)[number]
