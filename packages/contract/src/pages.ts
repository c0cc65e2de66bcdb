/** Data of the information pages about this installation, and the data of every page before its first request. */
import type { ConfirmationPurpose, Me } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import type { WaysIn } from './identities.ts'
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
  /** What the requests of the page return: key in the store of the pages, and data. */
  queries?: readonly (readonly [key: readonly unknown[], data: unknown])[]
}

/**
 * `ready`: this browser may confirm with the token alone; `password`: the account's password, or for a new account a new one, is needed
 * too. The address is masked.
 */
export type ConfirmationStart =
  | { state: 'invalid' }
  | { state: 'ready' | 'password'; purpose: ConfirmationPurpose; email: string }

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
