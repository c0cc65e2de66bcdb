import { createHmac } from 'node:crypto'
import { type TOTP, URI } from 'otpauth'
import { expect, test } from 'vitest'
import { between } from '../../../test/each-row.ts'
import {
  bareRecoveryCode,
  canSignIn,
  emailCodeHash,
  emailRequestHash,
  keyedHash,
  makeRecoveryCodes,
  pagePath,
  totpAddress,
  totpStep,
} from './rules-ways.ts'

const secret = Buffer.from('12345678901234567890')

// RFC 6238, appendix B, the last six digits.
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('the standard’s code of second %d is %s', (seconds, code) => {
  expect(totpStep(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
})

test('a code is good half a minute before and after its own, and not longer', () => {
  const at = (seconds: number) => totpStep(secret, '287082', new Date(seconds * 1000))
  expect([at(30), at(59), at(89)]).toEqual([1, 1, 1])
  expect([at(90), at(1111111109)]).toEqual([undefined, undefined])
})

test.each(['', '28708', '2870820', ' 287082', '２８７０８２'])('%j is no code', (code) => {
  expect(totpStep(secret, code, new Date(59_000))).toBeUndefined()
})

test('an app reads the address', () => {
  const address = totpAddress(secret, 'ola+tur@example.no')
  const totp = URI.parse(address) as TOTP
  expect([totp.issuer, totp.label, totp.algorithm, totp.digits, totp.period]).toEqual([
    'Samtur',
    'ola+tur@example.no',
    'SHA1',
    6,
    30,
  ])
  expect(totp.generate({ timestamp: 59_000 })).toBe('287082')
})

test('recovery codes are ten different ones that are readable on paper', () => {
  const codes = makeRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[2-9a-hj-km-np-z]{5}-[2-9a-hj-km-np-z]{5}$/)
})

test.each(['7hk2m-x9dqp', '7HK2M X9DQP', ' 7hk2mx9dqp\n', '7hk2m–x9dqp'])('%j is one recovery code', (typed) => {
  expect(bareRecoveryCode(typed)).toBe('7hk2mx9dqp')
})

test('a hash depends on the secret and on where its parts end', () => {
  expect(keyedHash('a', 'b', 'c')).not.toBe(keyedHash('x', 'b', 'c'))
  expect(keyedHash('a', 'bc', 'd')).not.toBe(keyedHash('a', 'b', 'cd'))
})

// Stored hashes may not change between versions.
test('hashes are keyed with the secret, and made of their purpose and parts', () => {
  const hash = (...parts: string[]) => createHmac('sha256', 'secret').update(JSON.stringify(parts)).digest('base64url')
  expect(keyedHash('secret', 'a', 'b')).toBe(hash('a', 'b'))
  expect(emailRequestHash('ola@example.no', 'value', 'secret')).toBe(
    hash('email-code-request', 'ola@example.no', 'value'),
  )
  expect(emailCodeHash('request', '123456', 'secret')).toBe(hash('email-code', 'request', '123456'))
})

test('the hash of a request for a code is not the hash of a code, whatever both are made of', () => {
  expect(emailRequestHash('same', '123456', 'secret')).not.toBe(emailCodeHash('same', '123456', 'secret'))
})

test.each([
  [true, false, [], true],
  [false, true, [], true],
  [false, false, ['x'], true],
  [false, false, [], false],
])(
  'with password %j, mailed codes %j and services %j an account opens: %j',
  (password, emailCode, providers, opens) => {
    expect(canSignIn({ password, emailCode, providers })).toBe(opens)
  },
)

test('an address leads back to a page of ours, whatever is asked of it', () => {
  const pages = between(
    `/ | /rides/7f?from_position=0&to_position=2 | /search?from=Troms%C3%B8 | /chat?user=a&ride=b | /security`,
  )
  expect(pages.filter((path) => pagePath(path) !== path)).toEqual([])
})

test('an address of another site, of no page or in an odd form leads nowhere', () => {
  const paths =
    between(`rides | //evil.example | ///evil.example | /\\evil.example | \\/evil.example | /.//evil.example | /..//evil.example |
    /a/../b | /%2e//evil.example | /%2e%2e//evil.example | /%2F/evil.example | /%5cevil.example | /a//b | /rides#fragment |
    /rides?x=<script> | https://evil.example | https:evil.example | javascript:alert(1) | data:text/html,x | /api/auth/sign-out | /é`)
  const spaced = ['', ' /rides', '\t//evil.example', '/\t/evil.example', '/\n/evil.example']
  expect([undefined, ...spaced, ...paths].filter((path) => pagePath(path) !== undefined)).toEqual([])
})
