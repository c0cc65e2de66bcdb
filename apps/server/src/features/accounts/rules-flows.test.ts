import { describe, expect, test } from 'vitest'
import { answersChallenge, redirectTarget, withFragment, withQuery } from './rules-flows.ts'

const origin = 'https://samtur.example'
const home = `${origin}/`
const allowed = ['https://app.example/callback', 'no.example.app://signed-in', 'http://localhost:5173/']

test.each([
  [undefined, home],
  ['', home],
  ['not an address', undefined],
  ['https://samtur.example/reset-password?x=1', 'https://samtur.example/reset-password?x=1'],
  ['https://samtur.example/auth/v1/authorize?provider=x', undefined],
  ['https://samtur.example//auth/v1/authorize?provider=x', undefined],
  ['https://samtur.example/%61uth/v1/authorize?provider=x', undefined],
  ['https://app.example/callback', 'https://app.example/callback'],
  ['https://app.example/callback/deeper?x=1', 'https://app.example/callback/deeper?x=1'],
  ['https://app.example/callback#fragment', 'https://app.example/callback'],
  ['no.example.app://signed-in', 'no.example.app://signed-in'],
  ['http://localhost:5173/any', 'http://localhost:5173/any'],
  ['https://app.example/callbackevil', undefined],
  ['https://app.example/callback/../other', undefined],
  ['https://app.example/callback/%2e%2e/other', undefined],
  ['https://app.example.evil.example/callback', undefined],
  ['https://app.example:8443/callback', undefined],
  ['http://app.example/callback', undefined],
  ['https://kari@app.example/callback', undefined],
  ['https://samtur.example@evil.example/', undefined],
  ['//app.example/callback', undefined],
  ['no.example.app://other', undefined],
  ['http://localhost:5174/', undefined],
  ['javascript:alert(1)', undefined],
])('the requested address %j leads to %s', (requested, target) => {
  expect(redirectTarget(requested, origin, allowed)).toBe(target)
})

describe('a verifier', () => {
  // The example of RFC 7636, appendix B.
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const text = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

  test('belongs to its challenge and to no other', () => {
    expect(answersChallenge({ text, method: 's256' }, verifier)).toBe(true)
    expect(answersChallenge({ text, method: 's256' }, `${verifier}x`)).toBe(false)
    expect(answersChallenge({ text, method: 's256' }, text)).toBe(false)
    expect(answersChallenge({ text: verifier, method: 'plain' }, verifier)).toBe(true)
    expect(answersChallenge({ text: verifier, method: 'plain' }, text)).toBe(false)
  })
})

test('a code is added to the query, and tokens form the fragment', () => {
  expect(withQuery('https://app.example/callback?x=1', { code: 'a+b' })).toBe(
    'https://app.example/callback?x=1&code=a%2Bb',
  )
  expect(withFragment('no.example.app://signed-in', { type: 'signup' })).toBe('no.example.app://signed-in#type=signup')
})
