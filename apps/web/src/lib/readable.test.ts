import { expect, test } from 'vitest'
import { readablePhone, readablePlate } from './readable.ts'

test.each([
  ['+4791234567', '+47 912 34 567'],
  ['+4520123456', '+45 20 12 34 56'],
  ['+46701234567', '+46 70 123 45 67'],
  ['+358401234567', '+358 401 234 567'],
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
