/** Data of the information pages about this installation, and the data of every page before its first request. */
import type { ConfirmationPurpose, Me } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import type { WaysIn } from './identities.ts'
import type { PublicProfile } from './profiles.ts'
import type { Rating } from './ratings.ts'
import type { Ride, RideDetail } from './rides.ts'
import type { Followed } from './travel.ts'
import type { WantedPost } from './wanted.ts'
import { z } from './zod.ts'

/** Counted on this installation, unlike the fixed figures of the campaign. */
export const figures = z.object({
  /** Rides that have arrived with at least one accepted passenger. */
  shared_trips: z.int(),
  /** Kilometres of those rides, where their places are known. */
  shared_km: z.int(),
})
export type Figures = z.infer<typeof figures>

/** What the server puts into a page. The i18n package defines the languages. */
export interface Boot<Language extends string> {
  language: Language
  me: Me | null
  config: {
    /** Address of the local mailbox, while no mail server is configured. */
    mailbox: string | null
    support_email: string
    support_phone: string
    /** A routing engine measures the ways, from data of OpenStreetMap, which the pages must name. */
    openstreetmap: boolean
    /** Drivers can offer a ride to people of their own gender only; left out where that is off. */
    same_gender?: true
    /** Shortest password, in characters. */
    password_min: number
    /** Sign-in methods other than the password. */
    sign_in: WaysIn
    /** This browser has followed a valid link for a new password. */
    recovery: boolean
    /** What the opened mailed link confirms; null on every other page. */
    confirmation: ConfirmationStart | null
  }
  data?: FirstAnswers
}

/**
 * `ready`: this browser may confirm with the token alone; `password`: the account's password, or for a new account a new one, is needed
 * too. The address is masked.
 */
export type ConfirmationStart =
  | { state: 'invalid' }
  | { state: 'ready' | 'password'; purpose: ConfirmationPurpose; email: string }

/** Responses of the API that the page needs first. */
export interface FirstAnswers {
  upcoming?: Listed<Ride>
  /** On the home page, where rides are few. */
  posts?: Listed<WantedPost>
  figures?: Figures
  ride?: RideDetail
  /** Coming rides between the same two places, on the page of a ride that has left. */
  similar?: Listed<Ride>
  profile?: PublicProfile
  ratings?: Listed<Rating>
  /** What the follow link of the address shows, and when the server read it. */
  followed?: { key: string; shown: Followed; at: string }
  /** `query` is the address's, as `URLSearchParams` writes it. */
  searched?: { query: string; found: Listed<Ride> }
}

interface Listed<Item> {
  items: Item[]
  next_cursor: string | null
}

export const pages = {
  figures: endpoint({
    access: 'open',
    mayLag: 'everybody',
    method: 'GET',
    path: '/figures',
    tag: 'pages',
    summary: 'How many rides were shared here, and over how many kilometres; a minute old at most',
    output: figures,
  }),
}
