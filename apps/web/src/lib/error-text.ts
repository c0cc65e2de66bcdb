/** The one place where the server's codes become words. The compiler asks for a text of every code of the contract. */
import type { ErrorCode } from '@samtur/contract/errors'
import type { MessageId, MessageParams, Translate } from '@samtur/i18n/translate'
import { ApiError } from './http.ts'
import { useT } from './i18n.ts'

export { useFieldText } from './field-text.ts'

/** Texts that need no parameter. */
type PlainId = { [Id in MessageId]: MessageParams[Id] extends undefined ? Id : never }[MessageId]
type Code = ErrorCode | 'offline'

const texts: Record<Code, PlainId> = {
  offline: 'errors.offline',
  malformed: 'errors.malformed',
  unauthenticated: 'errors.unauthenticated',
  forbidden: 'errors.forbidden',
  origin_refused: 'errors.origin_refused',
  email_not_verified: 'errors.email_not_verified',
  not_found: 'errors.not_found',
  method_not_allowed: 'errors.method_not_allowed',
  payload_too_large: 'errors.payload_too_large',
  uri_too_long: 'errors.uri_too_long',
  unsupported_media_type: 'errors.unsupported_media_type',
  headers_too_large: 'errors.headers_too_large',
  rate_limited: 'errors.rate_limited',
  internal: 'errors.internal',
  unavailable: 'errors.unavailable',
  validation: 'errors.validation',
  idempotency_key_reused: 'errors.idempotency_key_reused',
  invalid_credentials: 'errors.invalid_credentials',
  already_registered: 'errors.already_registered',
  invalid_token: 'errors.invalid_token',
  ride_departed: 'errors.ride_departed',
  ride_cancelled: 'errors.ride_cancelled',
  own_ride: 'errors.own_ride',
  already_reserved: 'errors.already_reserved',
  too_many_attempts: 'errors.too_many_attempts',
  not_enough_seats: 'errors.not_enough_seats',
  reservation_closed: 'errors.reservation_closed',
  not_bookable: 'errors.not_bookable',
  already_rated: 'errors.already_rated',
  not_departed: 'errors.not_departed',
  not_accepted: 'errors.not_accepted',
  chat_unavailable: 'errors.chat_unavailable',
  message_refused: 'errors.message_refused',
  too_many_chats: 'errors.too_many_chats',
}

/** More exact words for an error whose answer carries the number they need. */
const exact: Partial<Record<Code, (t: Translate, params: Partial<Record<string, unknown>>) => string | undefined>> = {
  rate_limited: (t, { retry_after: seconds }) =>
    typeof seconds === 'number' ? t('errors.rate_limited_wait', { seconds }) : undefined,
  not_enough_seats: (t, { available: count }) =>
    typeof count === 'number' ? t('errors.not_enough_seats_left', { count }) : undefined,
}

export function errorText(t: Translate, error: unknown): string {
  if (!(error instanceof ApiError)) return t('core.generic_error')
  return exact[error.code]?.(t, error.params ?? {}) ?? t(texts[error.code])
}

/** What happened, for any caught error. */
export function useErrorText(): (error: unknown) => string {
  const t = useT()
  return (error) => errorText(t, error)
}
