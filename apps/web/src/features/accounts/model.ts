import type { Translate } from '@samtur/i18n/translate'
import { ApiError } from '#lib/api'

/** Signing in, signing up and help with it are one flow: what is told last counts. */
export const toastKey = 'auth'

/** Where to go after signing in: a path of this site and nothing else, whatever the address says. */
export function nextPath(search: URLSearchParams, origin = location.origin): string {
  const wish = search.get('next') ?? ''
  if (!wish.startsWith('/') || !URL.canParse(wish, origin)) return '/'
  const url = new URL(wish, origin)
  if (url.origin !== origin || url.pathname === '/auth') return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

/** Whether somebody was sent here from a page that needs a sign-in, and from which kind. */
export function cameFrom(search: URLSearchParams): 'chat' | 'other' | undefined {
  if (!search.get('next')) return undefined
  const next = nextPath(search)
  if (/^\/chat(?:$|[?#])/.test(next)) return 'chat'
  return next === '/' ? undefined : 'other'
}

/** Why the server finds a password too easy to guess; undefined for any other error. */
export function weakPasswordText(t: Translate, error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.fields?.['password'] !== 'weak_password') return undefined
  const reasons = error.params?.['reasons']
  const texts: Record<string, string> = {
    common: t('accounts.weak_common'),
    email: t('accounts.weak_email'),
    name: t('accounts.weak_name'),
    product: t('accounts.weak_product'),
  }
  return Array.isArray(reasons) ? texts[reasons[0] ?? ''] : undefined
}
