/** Bad input: pictures; the corpus of hostile files is in test/images. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { png } from '../images/bytes.ts'
import { one, ok, refused, rows, wrong, type Case, type Expected, type Sent, type Dataset } from './cases.ts'

const MEGABYTE = 1024 * 1024
const small = png({ width: 8, height: 8, color: 2 })
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
const unsupported = refused(415, 'unsupported_media_type')
const tooLarge = refused(413, 'payload_too_large')

/** An upload route, and its response to a good picture. */
interface Target {
  name: string
  method: 'PUT' | 'POST'
  path(dataset: Dataset): string
  good: Expected
}
const ownPicture: Target = {
  name: 'own picture',
  method: 'PUT',
  path: () => '/api/v1/me/picture',
  good: ok({ profile_picture: expect.stringMatching(/^\/files\/profiles\//) }, 200),
}
const chatImage: Target = {
  name: 'image in a conversation',
  method: 'POST',
  path: ({ chatId }) => `/api/v1/chats/${chatId}/images`,
  good: ok({ image_url: expect.stringMatching(/^\/files\/chat-images\//), content: null }),
}

const sent = ({ method, path }: Target, dataset: Dataset, body: unknown, type?: string): Sent => ({
  method,
  path: path(dataset),
  as: dataset.driver,
  body,
  ...(type && { headers: { 'content-type': type } }),
})
const file = (bytes: Buffer | string, type = 'image/png') =>
  new Blob([typeof bytes === 'string' ? bytes : Buffer.from(bytes)], { type })
const part = (content: string) =>
  `--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n${content}`

/** Returns the rows that are the same for every upload route. */
function casesOf(target: Target): Case[] {
  const bare = (id: string, about: string, body: unknown, type: string, expected: Expected): Case =>
    one(id, `${target.name}: ${about}`, (dataset) => sent(target, dataset, body, type), expected)
  const raw = (id: string, about: string, text: string, expected: Expected, type = 'multipart/form-data; boundary=x') =>
    bare(id, about, text, type, expected)
  const form = (id: string, about: string, parts: [field: string, value: Blob | string][], expected: Expected): Case =>
    one(
      id,
      `${target.name}: ${about}`,
      (dataset) => {
        const data = new FormData()
        for (const [field, value] of parts) data.append(field, value)
        return sent(target, dataset, data)
      },
      expected,
    )
  return [
    bare('IM1', 'no bytes', Buffer.alloc(0), 'image/png', wrong('file', 'required')),
    form('IM1', 'no bytes in a form', [['file', file('')]], wrong('file', 'required')),
    form('IM1', 'a form of another field', [['picture', file(small)]], wrong('picture', 'unknown_field')),
    form('IM2', 'a good one', [['file', file(small)]], target.good),
    bare('IM3', 'five megabytes and a byte', Buffer.alloc(5 * MEGABYTE + 1), 'image/png', tooLarge),
    form('IM3', 'five megabytes and a byte in a form', [['file', file(Buffer.alloc(5 * MEGABYTE + 1))]], tooLarge),
    bare('IM3', 'seven megabytes', Buffer.alloc(7 * MEGABYTE), 'image/png', tooLarge),
    bare('IM4', 'five megabytes that are no picture', Buffer.alloc(5 * MEGABYTE, 1), 'image/png', unsupported),
    bare('IM5', 'an SVG', svg, 'image/svg+xml', unsupported),
    form('IM5', 'an SVG named .png', [['file', file(svg)]], unsupported),
    bare('IM9', 'a PNG that is called JPEG', small, 'image/jpeg', target.good),
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
      `${target.name}: compressed on its way`,
      (dataset) => ({
        ...sent(target, dataset, small, 'image/png'),
        headers: { 'content-type': 'image/png', 'content-encoding': 'gzip' },
      }),
      unsupported,
    ),
  ]
}

/** Rows with other people's paths, ids and queries. */
const addresses: Case[] = [
  ...['/api/v1/profiles/{id}/picture', '/api/v1/files/profiles/{id}'].map((path) =>
    one(
      'IM19',
      `another person’s: ${path}`,
      (dataset) => ({
        ...sent(ownPicture, dataset, small, 'image/png'),
        path: path.replace('{id}', dataset.passenger.id),
      }),
      refused(404, 'not_found'),
    ),
  ),
  ...['1', 'undefined', '%00', '..%2fx', randomUUID()].map((id) =>
    one(
      'ID1 image',
      `conversation ${id.length > 30 ? 'that does not exist' : id}`,
      (dataset) => ({ ...sent(chatImage, dataset, small, 'image/png'), path: `/api/v1/chats/${id}/images` }),
      refused(404, 'not_found'),
    ),
  ),
  ...rows(
    (query: string, dataset) => {
      const sending = sent(chatImage, dataset, small, 'image/png')
      return { ...sending, path: `${sending.path}?${query}` }
    },
    [
      ['IM27', 'an invalid client id', 'client_id=x', wrong('client_id', 'invalid')],
      ['IM27b', 'an empty client id', 'client_id=', wrong('client_id', 'invalid')],
      [
        'QS1 image',
        'two client ids',
        `client_id=${randomUUID()}&client_id=${randomUUID()}`,
        wrong('client_id', 'invalid'),
      ],
      ['IM28', 'an unknown query', 'sender_id=x', wrong('sender_id', 'unknown_field')],
      ['IM29', 'a client id in capitals', `client_id=${randomUUID().toUpperCase()}`, ok()],
    ],
  ),
]

export const imageCases: Case[] = [...casesOf(ownPicture), ...casesOf(chatImage), ...addresses]
