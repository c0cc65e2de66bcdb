import type { PasswordWeakness } from '@samtur/contract/accounts'
import { sitePath } from '@samtur/contract/site-path'
import type { Translate } from '@samtur/i18n/translate'
import { ApiError } from '#lib/api'
import { readTab, writeTab } from '#lib/tab-storage'

/** Signing in, signing up and recovery share one toast: the last message replaces the one before. */
export const toastKey = 'auth'

/** Where to go after signing in: a path of this site and nothing else, whatever the address says. */
export function nextPath(search: URLSearchParams): string {
  const path = sitePath(search.get('next') ?? '')
  return path === undefined || /^\/(?:auth|confirm)(?:$|[/?#])/.test(path) ? '/' : path
}

const nextKey = 'auth-next'

/** Keeps where to go after signing in: the address loses it when another service sends the person back to the second factor. */
export const keepNext = (next: string) => writeTab(nextKey, next)

/** Returns the address's search, completed with the kept target where it has none. */
export function withKeptNext(search: URLSearchParams): URLSearchParams {
  const kept = search.get('step') === 'two-factor' && !search.has('next') && readTab<string>(nextKey)
  return kept ? new URLSearchParams([...search, ['next', kept]]) : search
}

/** Returns the kind of page that sent the person to the sign-in; undefined without one. */
export function cameFrom(search: URLSearchParams): 'chat' | 'other' | undefined {
  if (!search.get('next')) return undefined
  const next = nextPath(search)
  if (/^\/chat(?:$|[?#])/.test(next)) return 'chat'
  return next === '/' ? undefined : 'other'
}

export type Tab = 'sign_in' | 'sign_up'

/** Which form a link asks for. */
export const tabOf = (search: URLSearchParams): Tab => (search.get('tab') === 'sign-up' ? 'sign_up' : 'sign_in')

/** What went wrong on the way here, as the server's redirects name it. */
export const arrivalErrors = ['link', 'provider', 'no_account', 'already_linked', 'account_suspended'] as const
export type ArrivalError = (typeof arrivalErrors)[number]

export const arrivalErrorOf = (search: URLSearchParams) => arrivalErrors.find((error) => error === search.get('error'))

/** Who comes by a link that is too old needs a new one; mails about a password lead to `?help=password`. */
export const needsPassword = (search: URLSearchParams) =>
  arrivalErrorOf(search) === 'link' || search.get('help') === 'password'

const passwordFields = ['password', 'newPassword']

/** Why the server finds a password too easy to guess; undefined for any other error. */
export function weakPasswordText(t: Translate, error: unknown): string | undefined {
  if (!(error instanceof ApiError) || !passwordFields.some((field) => error.fields?.[field] === 'weak_password'))
    return undefined
  const reasons = error.params?.['reasons']
  const texts: Partial<Record<string, string>> & Record<PasswordWeakness, string> = {
    common: t('accounts.weak_common'),
    email: t('accounts.weak_email'),
    name: t('accounts.weak_name'),
    product: t('accounts.weak_product'),
    pattern: t('accounts.weak_pattern'),
  }
  const told = Array.isArray(reasons) ? reasons.flatMap((reason) => texts[reason] ?? []) : []
  return told.length > 0 ? [...told, t('accounts.weak_choose')].join(' ') : undefined
}
