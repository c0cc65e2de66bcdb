import { expect, test } from 'vitest'
import { placeIn, problemOf, within, wholePhone, zoomBy, type Crop } from './model.ts'

test.each([
  ['91234567', 'no', '+4791234567'],
  ['912 34 567', 'no', '+4791234567'],
  ['91234567', 'en', '+4791234567'],
  ['12345678', 'da', '+4512345678'],
  ['070-123 45 67', 'sv', '+46701234567'],
  ['08 123 456', 'sv', '+468123456'],
  ['70123456', 'sv', '70123456'],
  ['070-123 45 67', 'no', '070-123 45 67'],
  ['9123456', 'no', '9123456'],
  ['912345678', 'no', '912345678'],
  ['+45 12345678', 'no', '+4512345678'],
  ['+46 (0)70-123 45 67', 'no', '+46701234567'],
  ['', 'no', ''],
])('%s in a page in %s', (typed, language, sent) => {
  expect(wholePhone(typed, language)).toBe(sent)
})

const crop: Crop = { at: { x: 0, y: 0 }, zoom: 1, shown: { width: 400, height: 200 }, circle: 200 }

test('the circle’s part of the picture fills the square that is sent', () => {
  expect(placeIn(300, crop)).toEqual({ x: -150, y: 0, width: 600, height: 300 })
  expect(placeIn(300, { ...crop, at: { x: 100, y: 0 } })).toEqual({ x: 0, y: 0, width: 600, height: 300 })
  expect(placeIn(300, { ...crop, zoom: 2 })).toEqual({ x: -450, y: -150, width: 1200, height: 600 })
  expect(placeIn(300, { ...crop, zoom: 0.5 })).toEqual({ x: 0, y: 75, width: 300, height: 150 })
})

test('the picture never leaves the circle, and never leaves it empty', () => {
  const at = (x: number, y: number, zoom = 1) => within({ ...crop, zoom, at: { x, y } })
  expect(at(50, 10)).toEqual({ x: 50, y: 0 })
  expect(at(500, 0)).toEqual({ x: 100, y: 0 })
  expect(at(-500, -500, 2)).toEqual({ x: -300, y: -100 })
  expect(at(0, 80, 0.5)).toEqual({ x: 0, y: 50 })
})

test('zooming goes in tenths from a half to three', () => {
  expect(zoomBy(1, 1)).toBeCloseTo(1.1)
  expect(zoomBy(1.234, 1)).toBeCloseTo(1.3)
  expect(zoomBy(0.5, -1)).toBe(0.5)
  expect(zoomBy(2.96, 1)).toBe(3)
})

test.each([
  ['image/png', 5 * 1024 * 1024, undefined],
  ['image/png', 5 * 1024 * 1024 + 1, 'too_big'],
  ['application/pdf', 10, 'not_image'],
  ['', 10, 'not_image'],
])('a file of type %j with %i bytes', (type, size, problem) => {
  expect(problemOf({ type, size })).toBe(problem)
})
