import { expect, test } from 'vitest'
import { phoneText, withCountryCode } from './model.ts'

test.each([
  ['+4791234567', '+47 912 34 567'],
  ['+4722334455', '+47 22 33 44 55'],
  ['+4512345678', '+45 12 34 56 78'],
  ['+46701234567', '+46 70 123 45 67'],
  ['+4687654321', '+4687654321'],
  ['+15551234567', '+15551234567'],
])('%s', (number, text) => {
  expect(phoneText(number).replaceAll('\u00a0', ' ')).toBe(text)
})

test.each([
  ['91234567', 'no', '+4791234567'],
  ['912 34 567', 'no', '+4791234567'],
  ['91234567', 'en', '91234567'],
  ['9123456', 'no', '9123456'],
  ['912345678', 'no', '912345678'],
  ['+45 12345678', 'no', '+45 12345678'],
  ['', 'no', ''],
])('%s in a page in %s', (typed, language, sent) => {
  expect(withCountryCode(typed, language)).toBe(sent)
})
