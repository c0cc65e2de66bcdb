import { expect, test } from 'vitest'
import { nextPath } from './model.ts'

const next = (wish: string) => nextPath(new URLSearchParams({ next: wish }))

test.each(['/my-rides', '/rides/1?from_position=0', '/terms#law'])('%s is a path of this site', (wish) => {
  expect(next(wish)).toBe(wish)
})

test.each([
  '',
  'my-rides',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/%2e//evil.example',
  'javascript:alert(1)',
  '/auth?next=/auth',
  '/confirm?token=x',
])('%j leads to the start page', (wish) => {
  expect(next(wish)).toBe('/')
})

test('without a wish it is the start page', () => {
  expect(nextPath(new URLSearchParams())).toBe('/')
})
