/** The constants every first view needs; `constants.ts` has them all. Apart, or the first view of a visit would load every limit there is. */
export const PRODUCT_NAME = 'Samtur'
/** Every wall-clock time of the product is in this zone: Norway, Denmark and Sweden share it all year. */
export const TIME_ZONE = 'Europe/Oslo'
export const seats = { min: 1, max: 7, default: 4, maxPerReservation: 4 } as const
/** Whole kroner for one person. */
export const price = { min: 0, max: 10_000 } as const
/** `min` is the lowest floor there is; configuration may ask for more. */
export const password = { min: 6, max: 128 } as const
/** In Unicode code points after NFC and trimming. */
export const lengths = {
  name: 100,
  email: 254,
  /** Of what stands between two dots of a domain, as DNS has it. */
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
  /** What a cancellation or a refusal is explained with. */
  shortReason: 500,
  reply: 1000,
} as const
/** Milliseconds before a read is repeated: of the own session, and of anything else. */
export const retryDelays = { session: [200, 400, 800, 1600, 3200], read: [200, 400] } as const
/** A page that somebody turns to again asks for its session when it was last asked longer ago than this, milliseconds. */
export const sessionTick = 30_000
/** Fixed figures of the campaign; not measurements of this installation. */
export const greenMission = { rides: 2847, co2Kg: 15_420, savedNok: 89_340 } as const
