/** What is sent as a picture; the corpus of hostile files is in test/images. */
import { expect } from 'vitest'
import { png } from '../images/bytes.ts'
import { one, ok, refused, wrong, type Case, type Expected, type Sent, type World } from './cases.ts'

const MEGABYTE = 1024 * 1024
const small = png({ width: 8, height: 8, color: 2 })
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
const unsupported = refused(415, 'unsupported_media_type')
const tooLarge = refused(413, 'payload_too_large')

const sent = (as: World['driver'], body: unknown, type?: string): Sent => ({
  method: 'PUT',
  path: '/api/v1/me/picture',
  as,
  body,
  ...(type && { headers: { 'content-type': type } }),
})
const bare = (id: string, about: string, body: unknown, type: string, expected: Expected): Case =>
  one(id, about, ({ driver }) => sent(driver, body, type), expected)
const form = (id: string, about: string, parts: [field: string, value: Blob | string][], expected: Expected): Case =>
  one(
    id,
    about,
    ({ driver }) => {
      const data = new FormData()
      for (const [field, value] of parts) data.append(field, value)
      return sent(driver, data)
    },
    expected,
  )
const file = (bytes: Buffer | string, type = 'image/png') =>
  new Blob([typeof bytes === 'string' ? bytes : Buffer.from(bytes)], { type })
const raw = (id: string, about: string, text: string, expected: Expected, type = 'multipart/form-data; boundary=x') =>
  bare(id, about, text, type, expected)
const part = (content: string) =>
  `--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n${content}`

export const imageCases: Case[] = [
  bare('IM1', 'no bytes', Buffer.alloc(0), 'image/png', wrong('file', 'required')),
  form('IM1', 'no bytes in a form', [['file', file('')]], wrong('file', 'required')),
  form('IM1', 'a form of another field', [['picture', file(small)]], wrong('picture', 'unknown_field')),
  form('IM2', 'a good one', [['file', file(small)]], ok({ profile_picture: expect.stringMatching(/^\/files\//) }, 200)),
  bare('IM3', 'five megabytes and a byte', Buffer.alloc(5 * MEGABYTE + 1), 'image/png', tooLarge),
  form('IM3', 'five megabytes and a byte in a form', [['file', file(Buffer.alloc(5 * MEGABYTE + 1))]], tooLarge),
  bare('IM3', 'seven megabytes', Buffer.alloc(7 * MEGABYTE), 'image/png', tooLarge),
  bare('IM4', 'five megabytes that are no picture', Buffer.alloc(5 * MEGABYTE, 1), 'image/png', unsupported),
  bare('IM5', 'an SVG', svg, 'image/svg+xml', unsupported),
  form('IM5', 'an SVG named .png', [['file', file(svg)]], unsupported),
  bare('IM9', 'a PNG that is called JPEG', small, 'image/jpeg', ok({}, 200)),
  bare('IM10', 'text that is called PNG', 'not a picture', 'image/png', unsupported),
  bare(
    'IM13',
    '30,000 × 30,000',
    png({ width: 30_000, height: 30_000, depth: 1, pixels: Buffer.alloc(9) }),
    'image/png',
    wrong('file', 'too_many_pixels'),
  ),
  bare('IM15', 'half a PNG', small.subarray(0, small.length - 20), 'image/png', wrong('file', 'invalid')),
  bare(
    'IM16',
    'a PNG whose pixels have another checksum',
    small.with(small.length - 14, 1),
    'image/png',
    wrong('file', 'invalid'),
  ),
  ...['/api/v1/profiles/{id}/picture', '/api/v1/files/profiles/{id}'].map((path) =>
    one(
      'IM19',
      `somebody else’s: ${path}`,
      ({ driver, passenger }) => ({ ...sent(driver, small, 'image/png'), path: path.replace('{id}', passenger.id) }),
      refused(404, 'not_found'),
    ),
  ),
  raw('IM21', 'a form without its boundary', part('x'), refused(400, 'malformed'), 'multipart/form-data'),
  raw('IM21', 'a form with another boundary', part('x').replaceAll('--x', '--y'), refused(400, 'malformed')),
  raw('IM21', 'a form that does not end', part('x'), refused(400, 'malformed')),
  raw(
    'IM21',
    'a part without a name',
    '--x\r\nContent-Disposition: form-data\r\n\r\nx\r\n--x--\r\n',
    wrong('body', 'unknown_field'),
  ),
  raw(
    'IM21',
    'a prototype as the name',
    part('x').replace('"file"', '"__proto__"') + '\r\n--x--\r\n',
    refused(400, 'malformed'),
  ),
  form(
    'IM21',
    '1,000 parts',
    Array.from({ length: 1000 }, () => ['file', file(small)]),
    tooLarge,
  ),
  form(
    'IM21',
    'two files',
    [
      ['file', file(small)],
      ['file', file(small)],
    ],
    tooLarge,
  ),
  form('IM23', 'an address instead of the file', [['file', 'https://example.com/a.png']], unsupported),
  bare('IM23', 'JSON with an address', { url: 'https://example.com/a.png' }, 'application/json', unsupported),
  bare('IM23', 'an address', 'https://example.com/a.png', 'text/uri-list', unsupported),
  bare('IM24', 'a form of the simple kind', 'file=x', 'application/x-www-form-urlencoded', unsupported),
  one(
    'IM25',
    'compressed on its way',
    ({ driver }) => ({
      ...sent(driver, small, 'image/png'),
      headers: { 'content-type': 'image/png', 'content-encoding': 'gzip' },
    }),
    unsupported,
  ),
]
