import { expect, test } from 'vitest'
import { linkResult, readableSecret } from './model.ts'

test('a secret is read in groups of four', () => {
  const uri = 'otpauth://totp/Samtur:kari%40example.no?secret=JBSWY3DPEHPK3PXPAB&issuer=Samtur'
  expect(readableSecret(uri)).toBe('JBSW Y3DP EHPK 3PXP AB')
})

test.each([
  ['', undefined],
  ['linked=vipps', { linked: 'vipps' }],
  ['error=already_linked', { refused: 'already_linked' }],
  ['error=provider&linked=vipps', { refused: 'provider' }],
  ['error=<b>anything</b>', { refused: 'provider' }],
  ['email=changed&error=INVALID_TOKEN', undefined],
])('coming back with ?%s', (search, result) => {
  expect(linkResult(new URLSearchParams(search))).toEqual(result)
})
