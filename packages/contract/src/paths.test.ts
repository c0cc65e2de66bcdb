import { expect, test } from 'vitest'
import { signInPath } from './paths.ts'

test('signing in leads back to the page', () => {
  expect(signInPath('/chat?user=1&ride=2')).toBe('/auth?next=%2Fchat%3Fuser%3D1%26ride%3D2')
})
