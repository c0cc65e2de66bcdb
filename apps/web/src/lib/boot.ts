/** What the server put into the page. The development server of the pages puts nothing there: then `served` is false. */
import type { Me } from '@samtur/contract/accounts'
import { password } from '@samtur/contract/constants'
import type { WaysIn } from '@samtur/contract/identities'
import type { Figures } from '@samtur/contract/pages'
import type { PublicProfile } from '@samtur/contract/profiles'
import type { Rating } from '@samtur/contract/ratings'
import type { Ride, RideDetail } from '@samtur/contract/rides'
import { matchLanguage, type Language } from '@samtur/i18n/translate'

export interface Boot {
  language: Language
  me: Me | null
  config: {
    /** Where outgoing mail can be read while no mail server is configured. */
    mailbox: string | null
    support_email: string
    support_phone: string
    /** Shortest password, in characters. */
    password_min: number
    /** What sign-in offers beside the password. */
    sign_in: WaysIn
    /** This browser has followed a good link for a new password. */
    recovery: boolean
  }
  /** The first answers of the page that was asked for. */
  data?: FirstAnswers
}

interface FirstAnswers {
  upcoming?: { items: Ride[]; next_cursor: string | null }
  figures?: Figures
  ride?: RideDetail
  profile?: PublicProfile
  ratings?: { items: Rating[]; next_cursor: string | null }
  /** `query` is the address's, as `URLSearchParams` writes it. */
  searched?: { query: string; found: { items: Ride[]; next_cursor: string | null } }
}

function read(): Boot | 'shell' | null {
  const text = globalThis.document?.getElementById('boot')?.textContent
  return text ? (JSON.parse(text) as Boot | 'shell' | null) : null
}

const found = read()
/** The page came out of the service worker, because the server could not be reached. */
export const shell = found === 'shell'
const page = found === 'shell' ? null : found

/** Where the server draws pages itself, somebody is always known: nobody. */
export const served = page !== null || import.meta.env.SSR

export const boot: Boot = page ?? {
  language: matchLanguage(globalThis.navigator?.languages),
  me: null,
  config: {
    mailbox: import.meta.env.DEV ? '/dev/mailbox' : null,
    support_email: '',
    support_phone: '',
    password_min: password.min,
    sign_in: { email_code: false, providers: [] },
    // Not known before asking: then the server says no.
    recovery: true,
  },
}
