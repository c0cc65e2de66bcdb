/** Reads what the server put into the page. The development server puts nothing there: then `served` is false. */
import { password } from '@samtur/contract/basics'
import type { Boot as PageBoot } from '@samtur/contract/pages'
import { matchLanguage, type Language } from '@samtur/i18n/translate'

export type Boot = PageBoot<Language>

function read(): Boot | 'shell' | null {
  const text = globalThis.document?.getElementById('boot')?.textContent
  return text ? (JSON.parse(text) as Boot | 'shell' | null) : null
}

const found = read()
/** True when the page came from the service worker, because the server could not be reached. */
export const shell = found === 'shell'
const page = found === 'shell' ? null : found

/** True during rendering on the server, where the session is known to be a visitor's. */
export const served = page !== null || import.meta.env.SSR

/** Returns whether the server has rendered what is to be shown: in this language, and at this address, which going back may have changed since. */
export const serverRendered = (shown: Language) =>
  Boolean(document.getElementById('root')?.firstElementChild) && shown === boot.language && hasItsAddress()

function hasItsAddress() {
  const [arrival] = performance.getEntriesByType('navigation')
  const withoutHash = (address = '') => address.split('#')[0]
  return withoutHash(arrival?.name) === withoutHash(location.href)
}

export const boot: Boot = page ?? {
  language: matchLanguage(globalThis.navigator?.languages),
  me: null,
  config: {
    mailbox: import.meta.env.DEV ? '/dev/mailbox' : null,
    support_email: '',
    support_phone: '',
    openstreetmap: false,
    password_min: password.min,
    sign_in: { email_code: false, providers: [] },
    // Unknown until the server is queried, which then refuses.
    recovery: true,
    confirmation: null,
  },
}
