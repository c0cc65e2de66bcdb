/** The constants that every first view needs; `constants.ts` has all. Separate, because the first view would otherwise load every limit. */
export const PRODUCT_NAME = 'Samtur'
/** The zone of every local time: Norway, Denmark and Sweden share it all year. */
export const TIME_ZONE = 'Europe/Oslo'
export const seats = { min: 1, max: 7, default: 4, maxPerReservation: 4 } as const
/** How prices show their currency: by its code where 'kr' would be ambiguous. */
export const currencyUnits = { NOK: 'kr', DKK: 'DKK', SEK: 'SEK' } as const
/** Whole kroner per person. */
export const price = { min: 0, max: 10_000 } as const
/** Luggage that a passenger may bring, by size: a handbag or backpack, a cabin bag, a large suitcase. */
export const luggagePieces = ['small', 'cabin', 'large'] as const
export type LuggagePiece = (typeof luggagePieces)[number]
/** The largest piece that a ride allows each passenger, in rising order. */
export const luggageSizes = ['none', ...luggagePieces] as const
export type LuggageSize = (typeof luggageSizes)[number]
/** Instant booking: off, for trusted people (`trustedTrips` completed trips or a confirmed name), or for all. */
export const instantBookings = ['off', 'trusted', 'all'] as const
export type InstantBooking = (typeof instantBookings)[number]
/** `min` is the lowest possible minimum; configuration may set a higher one. */
export const password = { min: 6, max: 128 } as const
/** Unicode code points after NFC and trimming. */
export const lengths = {
  name: 100,
  email: 254,
  /** Characters between two dots of a domain, as in DNS. */
  domainLabel: 63,
  place: 120,
  stops: 10,
  notes: 1000,
  carField: 40,
  reservationMessage: 500,
  chatMessage: 2000,
  comment: 1000,
  report: 2000,
  subject: 200,
  description: 5000,
  address: 200,
  reason: 2000,
  /** The reason of a cancellation or a rejection. */
  shortReason: 500,
  reply: 1000,
  wantedNote: 300,
  /** Name of a meeting point. */
  meetingPoint: 80,
} as const
/** Delays before a read is repeated, in milliseconds: of the own session, and of any other. */
export const retryDelays = { session: [200, 400, 800, 1600, 3200], read: [200, 400] } as const
/** A page that becomes visible loads its session when the last load was longer ago than this, in milliseconds. */
export const sessionTick = 30_000
/** Fixed figures of the campaign; not measurements of this installation. */
export const greenMission = { rides: 2847, co2Kg: 15_420, savedNok: 89_340 } as const
