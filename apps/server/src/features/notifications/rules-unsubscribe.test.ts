import { alertKinds } from '@samtur/contract/notifications'
import { expect, test } from 'vitest'
import { readUnsubscribeToken, unsubscribed, unsubscribeToken } from './rules-unsubscribe.ts'

const secret = 'one-secret'
const userId = '3f2b8c1e-1234-4567-89ab-cdef01234567'

test('an address names the account and the kind that it was made for', () => {
  const tokens = alertKinds.map((kind) => unsubscribeToken(secret, userId, kind))
  expect(new Set(tokens).size).toBe(alertKinds.length)
  for (const [index, token] of tokens.entries())
    expect(readUnsubscribeToken(secret, token)).toEqual({ userId, kind: alertKinds[index] })
})

test('an address of another secret, with a changed character, or of another length is refused', () => {
  const [kind] = alertKinds
  if (!kind) throw new Error('there are no alerts')
  const token = unsubscribeToken(secret, userId, kind)
  expect(readUnsubscribeToken('another-secret', token)).toBeUndefined()
  for (let at = 0; at < token.length; at++) {
    const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
    expect(readUnsubscribeToken(secret, changed), changed).toBeUndefined()
  }
  for (const other of ['', 'x', token.slice(1), `${token}A`, `${token}=`, ` ${token}`, token.replace(/.$/, '/')])
    expect(readUnsubscribeToken(secret, other), other).toBeUndefined()
})

test('another spelling of the same bytes is refused', () => {
  const token = unsubscribeToken(secret, userId, 'ride_matched')
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const same = [...letters]
    .map((last) => token.slice(0, -1) + last)
    .filter((one) => one !== token && Buffer.from(one, 'base64url').equals(Buffer.from(token, 'base64url')))
  expect(same).toHaveLength(3)
  for (const one of same) expect(readUnsubscribeToken(secret, one), one).toBeUndefined()
})

test('a digest and the single alerts that it gathers are switched off together, and every other kind alone', () => {
  for (const kind of ['ride_matched', 'wanted_digest'] as const)
    expect(unsubscribed(kind)).toEqual(['ride_matched', 'wanted_digest'])
  for (const kind of alertKinds.filter((one) => one !== 'ride_matched' && one !== 'wanted_digest'))
    expect(unsubscribed(kind)).toEqual([kind])
})
