import { beforeAll, expect, test } from 'vitest'
import { errorStatus, fieldCodes, type ErrorCode } from '@samtur/contract/errors'
import { createTranslator, loadCatalogues, type Translate } from '@samtur/i18n/translate'
import { ApiError } from './api.ts'
import { errorText, reasonBeside } from './error-text.ts'
import { fieldText } from './field-text.ts'

const codes = [...(Object.keys(errorStatus) as ErrorCode[]), 'offline'] as const
let t: Translate

beforeAll(async () => {
  t = createTranslator('no', await loadCatalogues('no', ['core', 'errors', 'conflicts', 'account_errors', 'fields']))
})

test.each(codes)('%s has a text', (code) => {
  const text = errorText(t, new ApiError(400, code))
  expect(text).toMatch(/^\p{Lu}/u)
  expect(text).not.toMatch(/errors\./)
})

test.each(fieldCodes)('a field that is %s has a text', (code) => {
  const text = fieldText(t, code)
  expect(text).toMatch(/^\p{Lu}/u)
  expect(text).not.toMatch(/fields\.|[{}]/)
})

test('an error that says no more than that something failed is no reason beside what failed', () => {
  for (const error of [new Error('x'), new ApiError(500, 'internal'), new ApiError(500, 'unheard_of' as ErrorCode)])
    expect(reasonBeside(t, error)).toBeUndefined()
  expect(reasonBeside(t, new ApiError(0, 'offline'))).toBe(errorText(t, new ApiError(0, 'offline')))
})

test('numbers in the response make the text more exact', () => {
  const seats = (count: number) => errorText(t, new ApiError(409, 'not_enough_seats', { params: { available: count } }))
  expect(seats(1)).toBe('Det er bare 1 ledig plass igjen.')
  expect(seats(0)).toBe('Det er ingen ledige plasser igjen.')
  const wait = (seconds: number) =>
    errorText(t, new ApiError(429, 'rate_limited', { params: { retry_after: seconds } }))
  expect(wait(1)).toMatch(/om 1 sekund\.$/)
  expect(wait(59)).toMatch(/om 59 sekunder\.$/)
  expect(wait(60)).toMatch(/om 1 minutt\.$/)
  expect(wait(637)).toMatch(/om 11 minutter\.$/)
})

test('an error that is not a response has a general text', () => {
  expect(errorText(t, new TypeError('x is not a function'))).toBe('Noe gikk galt. Prøv igjen.')
})

test('a field’s own text says how to correct it', () => {
  expect(fieldText(t, 'too_short', 'password')).toBe('Passordet må være minst 6 tegn langt.')
  expect(fieldText(t, 'out_of_range', 'age')).toBe('Skriv en alder fra 18 til 100 år.')
  expect(fieldText(t, 'required', 'something')).toBe('Fyll ut dette feltet.')
})
