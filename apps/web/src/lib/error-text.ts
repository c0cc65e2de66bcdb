/** The only place where the server's codes become texts. A code of the contract without a text does not compile. */
import type { ErrorCode } from '@samtur/contract/errors'
import type { MessageId, MessageParams, Translate } from '@samtur/i18n/translate'
import { ApiError } from './http.ts'
import { useT } from './i18n.ts'

/** Ids of texts without parameters. */
type PlainId = { [Id in MessageId]: MessageParams[Id] extends undefined ? Id : never }[MessageId]
type Code = ErrorCode | 'offline'
/** Codes with a text in a catalogue that only some pages load. */
type ConflictCode = { [Each in Code]: `conflicts.${Each}` extends PlainId ? Each : never }[Code]
type AccountCode = { [Each in Code]: `account_errors.${Each}` extends PlainId ? Each : never }[Code]

// i18n-dynamic: errors.*
const anywhere = (code: Exclude<Code, AccountCode | ConflictCode>): PlainId => `errors.${code}`
/** Codes of conflicts when acting: every page but the first ones loads the catalogue `conflicts`, and so does what can be opened there. */
// i18n-dynamic: conflicts.*
const onActing = (code: ConflictCode): PlainId => `conflicts.${code}`
/** Codes that only pages about accounts can receive: they load the catalogue `account_errors`. */
// i18n-dynamic: account_errors.*
const onAccountPages = (code: AccountCode): PlainId => `account_errors.${code}`

/** More exact texts for errors whose response has the number they need. */
const exact: Partial<Record<Code, (t: Translate, params: Partial<Record<string, unknown>>) => string | undefined>> = {
  rate_limited: (t, { retry_after: seconds }) => (typeof seconds === 'number' ? waitText(t, seconds) : undefined),
  not_enough_seats: (t, { available: count }) =>
    typeof count === 'number' ? t('conflicts.not_enough_seats_left', { count }) : undefined,
  too_many_waiting: (t, { max }) =>
    typeof max === 'number' ? t('conflicts.too_many_waiting_max', { max }) : undefined,
}

/** Returns the waiting time as text; from a minute on in whole minutes, rounded up. */
function waitText(t: Translate, seconds: number) {
  if (seconds < 60) return t('errors.rate_limited_wait', { seconds })
  return t('errors.rate_limited_minutes', { minutes: Math.ceil(seconds / 60) })
}

export function errorText(t: Translate, error: unknown): string {
  if (!(error instanceof ApiError)) return t('core.generic_error')
  return exact[error.code]?.(t, error.params ?? {}) ?? plainText(t, error.code)
}

/** Returns the error's text to stand beside what failed; undefined where it would say no more than that. */
export function reasonBeside(t: Translate, error: unknown): string | undefined {
  const text = errorText(t, error)
  return text === t('core.generic_error') || text === t('errors.internal') ? undefined : text
}

function plainText(t: Translate, code: Code) {
  const ids = [
    anywhere(code as Exclude<Code, AccountCode | ConflictCode>),
    onActing(code as ConflictCode),
    onAccountPages(code as AccountCode),
    'core.generic_error',
  ] as const
  // A missing text is returned as its id.
  return ids.map((id) => t(id)).find((text, at) => text !== ids[at]) ?? code
}

/** Returns a function that makes the text of any caught error. */
export function useErrorText(): (error: unknown) => string {
  const t = useT()
  return (error) => errorText(t, error)
}
