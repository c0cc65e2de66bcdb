/** The language chosen on this device. Only an explicit choice is stored; the cookie passes it to the server. */
import { availableLanguages, type Language } from '@samtur/i18n/translate'

const key = 'language'
const year = 365 * 24 * 60 * 60

const known = (value: string | null | undefined): Language | undefined =>
  availableLanguages.find((language) => language === value)

/** Returns the choice, unless a link names its page's language, which applies to that page only. */
export const chosenLanguage = (): Language | undefined =>
  import.meta.env.SSR ? undefined : (known(new URLSearchParams(location.search).get('lang')) ?? storedLanguage())

export function storedLanguage(): Language | undefined {
  return known(fromStorage()) ?? known(fromCookie())
}

// Browser settings may forbid reading either.
function fromStorage() {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function fromCookie() {
  const cookies = globalThis.document?.cookie.split('; ') ?? []
  return cookies.find((cookie) => cookie.startsWith(`${key}=`))?.slice(key.length + 1)
}

export function rememberLanguage(language: Language) {
  forgetNamed()
  try {
    localStorage.setItem(key, language)
  } catch {
    // The cookie may still work.
  }
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${key}=${language}; Path=/; Max-Age=${year}; SameSite=Lax${secure}`
}

/** Drops the link's language, so that the choice applies, also after a reload. */
function forgetNamed() {
  const url = new URL(location.href)
  if (!url.searchParams.has('lang')) return
  url.searchParams.delete('lang')
  history.replaceState(history.state, '', url)
}
