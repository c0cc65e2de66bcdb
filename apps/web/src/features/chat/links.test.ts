import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textParts } from './links.ts'

describe('links', () => {
  const links = (text: string) => textParts(text).flatMap(({ href }) => href ?? [])

  test('addresses of the web, without the punctuation that follows them', () => {
    expect(textParts('Se https://samtur.no/turer. Ok?')).toEqual([
      { text: 'Se ' },
      { text: 'https://samtur.no/turer', href: 'https://samtur.no/turer' },
      { text: '. Ok?' },
    ])
    expect(links('(http://a.no/b)')).toEqual(['http://a.no/b'])
    expect(links('https://no.wikipedia.org/wiki/Oslo_(by)')).toEqual(['https://no.wikipedia.org/wiki/Oslo_(by)'])
    expect(links('HTTPS://A.NO https://b.no')).toEqual(['https://a.no/', 'https://b.no/'])
  })

  test('nothing else', () => {
    for (const text of [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://a.no',
      'www.a.no',
      'https://',
      'https://bank.no@evil.example/',
      'https://user:secret@evil.example',
    ])
      expect(links(text)).toEqual([])
  })

  test('no character is lost or added, and every link is one of the web', () => {
    const address = [
      'https://a.no/b?c=d#e',
      'http://[::1]/',
      'https://',
      'http://x_y.z',
      'https://å.no',
      'https://a:b@c',
    ]
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...address),
      fc.constantFrom(' ', '\n', '(', ').', '<b>', '@'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        const parts = textParts(text)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        expect(parts.every(({ href }) => href === undefined || /^https?:\/\//.test(href))).toBe(true)
      }),
    )
  })
})
