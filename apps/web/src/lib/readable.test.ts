import { expect, test } from 'vitest'
import { readablePhone, readablePlate } from './readable.ts'

test.each([
  ['+4791234567', '+47 912 34 567'],
  ['+4722334455', '+47 22 33 44 55'],
  ['+4512345678', '+45 12 34 56 78'],
  ['+46701234567', '+46 70 123 45 67'],
  ['+4687654321', '+46 8 765 43 21'],
  ['+358401234567', '+358 401 234 567'],
  ['+3545812345', '+354 581 2345'],
  ['+15551234567', '+1 555 123 4567'],
  ['+4915112345678', '+49 151 123 456 78'],
  ['+481234567', '+48 123 4567'],
])('phone %s', (phone, text) => {
  expect(readablePhone(phone)).toBe(text.replaceAll(' ', '\u00a0'))
})

test.each([
  ['AB12345', 'AB\u00a012345'],
  ['ABC12A', 'ABC\u00a012A'],
  ['BLÅBÆR', 'BLÅBÆR'],
])('plate %s', (plate, text) => {
  expect(readablePlate(plate)).toBe(text)
})
