import { expect, test } from 'vitest'
import { deviceCookie, knownDevice } from './rules-devices.ts'

const keeper = { secret: 'only-for-tests-0123456789abcdefghijklmnop', sessionCookie: 'session' }
const account = { id: 'a6b3a7a4-6df8-44a3-9d41-4c0f4bb0f3c5', mark: 'mark-of-a-password' }
const signedIn = () => {
  const { name, value } = deviceCookie(keeper, undefined, account)
  return `${name}=${value}`
}

test('a browser keeps its name', () => {
  const cookies = signedIn()
  expect(knownDevice(keeper, cookies, account)).toMatch(/^\d+$/)
  expect(knownDevice(keeper, cookies, account)).toBe(knownDevice(keeper, cookies, account))
})

test('however often a person signs in, an account has at most 20 names for browsers', () => {
  const names = new Set(Array.from({ length: 2_000 }, () => knownDevice(keeper, signedIn(), account)))
  expect(names).not.toContain(undefined)
  expect(names.size).toBe(20)
})
