import { expect, test } from 'vitest'
import { errorStatus, fieldCodes, type ErrorCode } from '@samtur/contract/errors'
import { age, password } from '@samtur/contract/constants'
import { text } from '../../test/text.ts'
import { ApiError } from './api.ts'
import { errorText, reasonBeside } from './error-text.ts'
import { fieldText } from './field-text.ts'
import { translate } from './i18n.ts'

const codes = [...(Object.keys(errorStatus) as ErrorCode[]), 'offline'] as const
const shown = (status: number, code: (typeof codes)[number], params?: ApiError['params']) =>
  errorText(translate(), new ApiError(status, code, { params }))

test('every code of the server and of a field has a text', () => {
  const texts = [
    ...codes.map((code) => [code, shown(400, code)] as const),
    ...fieldCodes.map((code) => [code, fieldText(translate(), code)] as const),
  ]
  for (const [code, words] of texts) expect.soft(words, code).toMatch(/^\p{Lu}(?!.*(errors\.|fields\.|[{}]))/u)
})

test('an error that says no more than that something failed is no reason beside what failed', () => {
  for (const error of [new Error('x'), new ApiError(500, 'internal'), new ApiError(500, 'unheard_of' as ErrorCode)])
    expect(reasonBeside(translate(), error)).toBeUndefined()
  expect(reasonBeside(translate(), new ApiError(0, 'offline'))).toBe(text('errors.offline'))
})

test('numbers in the response make the text more exact', () => {
  for (const count of [0, 1])
    expect(shown(409, 'not_enough_seats', { available: count })).toBe(
      text('conflicts.not_enough_seats_left', { count }),
    )
  for (const seconds of [1, 59])
    expect(shown(429, 'rate_limited', { retry_after: seconds })).toBe(text('errors.rate_limited_wait', { seconds }))
  for (const [seconds, minutes] of [
    [60, 1],
    [637, 11],
  ] as const)
    expect(shown(429, 'rate_limited', { retry_after: seconds })).toBe(text('errors.rate_limited_minutes', { minutes }))
})

test('an error that is not a response has a general text', () => {
  expect(errorText(translate(), new TypeError('x is not a function'))).toBe(text('core.generic_error'))
})

test('a field’s own text says how to correct it', () => {
  const t = translate()
  expect(fieldText(t, 'too_short', 'password')).toBe(text('fields.password_too_short', { min: password.min }))
  expect(fieldText(t, 'out_of_range', 'age')).toBe(text('fields.age_out_of_range', age))
  expect(fieldText(t, 'required', 'something')).toBe(text('fields.required'))
})
