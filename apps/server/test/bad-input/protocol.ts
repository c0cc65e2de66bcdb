/** Bad input below the fields: ids, query strings, headers, cookies, JSON. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { rideBody } from '../app.ts'
import { cookieFor } from '../sessions.ts'
import { auth, ok, one, refused, signUp, wrong, type Case, type Expected, type Sent, type Dataset } from './cases.ts'

const get = (path: string, as?: { cookie: string }, headers?: Record<string, string>): Sent => ({
  method: 'GET',
  path: `/api/v1${path}`,
  ...(as && { as }),
  ...(headers && { headers }),
})
const notFound = refused(404, 'not_found')
const malformed = refused(400, 'malformed')

const ids: Case[] = [
  ...[
    '1',
    'undefined',
    'null',
    'NaN',
    '-1',
    '..%2f..%2fetc%2fpasswd',
    '%00',
    `${randomUUID()}%00`,
    `${randomUUID()}'`,
    'x'.repeat(1500),
  ].flatMap((id) => [
    one('ID1', `ride ${id.slice(0, 40)}`, () => get(`/rides/${id}`), notFound),
    one('ID1b', `profile ${id.slice(0, 40)}`, () => get(`/profiles/${id}`), notFound),
    one(
      'ID1c',
      `request ${id.slice(0, 40)}`,
      ({ driver }) => ({ method: 'POST', path: `/api/v1/reservations/${id}/accept`, as: driver }),
      notFound,
    ),
  ]),
  one('ID2', 'capitals', ({ rideId }) => get(`/rides/${rideId.toUpperCase()}`), ok({}, 200)),
  one('ID3', 'the id of nothing', () => get('/rides/00000000-0000-0000-0000-000000000000'), notFound),
  one('ID4', 'an escape that is none', () => get('/rides/%'), refused(400, 'malformed')),
  one('ID6', 'a path that goes nowhere', () => get('/rides/1/2/3'), notFound),
  one('ID7', 'a path above the API', () => get('/../../package.json'), notFound),
]

const query = (id: string, about: string, text: string, expected: Expected, also?: Case['also']) =>
  one(id, about, () => get(`/rides?${text}`), expected, also)
const forged = (text: string) => Buffer.from(text).toString('base64url')
const badCursor = wrong('cursor', 'invalid')

const queries: Case[] = [
  one('FG1', 'figures of one person', () => get('/figures?user_id=1&since=2020'), ok({}, 200)),
  one(
    'FG2',
    'figures that are written',
    () => ({ ...get('/figures'), method: 'POST', body: { shared_trips: 9 } }),
    refused(405, 'method_not_allowed'),
  ),
  query('QS1', 'a value twice', 'from=a&from=b', wrong('from', 'invalid')),
  query('QS2', 'a nested value', 'from[x]=a', wrong('from', 'invalid')),
  query('QS2b', 'a prototype', 'from[__proto__][x]=a&__proto__=b&constructor[prototype]=c', wrong('from', 'invalid')),
  query('QS3', 'columns, order and conditions', 'select=*,email&order=password&or=(id.gt.0)', ok({}, 200), (answer) => {
    expect(answer.text).not.toMatch(/email|password|license_plate/)
  }),
  ...['0', '51', '-1', '1e1', '١', 'abc', ''].map((limit) =>
    query(
      'QS4',
      `a limit of '${limit}'`,
      `limit=${limit}`,
      wrong('limit', /^\d+$/.test(limit) ? 'out_of_range' : 'invalid'),
    ),
  ),
  query('QS5', 'an offset', 'offset=1000000000', ok({}, 200)),
  query('QS6', 'a cursor that is none', 'cursor=abc', badCursor),
  query(
    'QS6b',
    'a cursor beyond the calendar',
    `cursor=${forged(`+275760-09-13T00:00:00.000Z ${randomUUID()}`)}`,
    badCursor,
  ),
  query('QS6c', 'a cursor before it', `cursor=${forged(`-271821-04-20T00:00:00.000Z ${randomUUID()}`)}`, badCursor),
  query('QS6d', 'a cursor of 36 hyphens', `cursor=${forged(`2027-05-05T00:00:00.000Z ${'-'.repeat(36)}`)}`, badCursor),
  query('QS6e', 'a cursor with SQL', `cursor=${forged("2027-05-05T00:00:00.000Z ' or 1=1")}`, badCursor),
  query('QS6f', 'a cursor in words', `cursor=${forged(`tomorrow ${randomUUID()}`)}`, badCursor),
  one('QS6g', 'a cursor of ratings', ({ driver }) => get(`/profiles/${driver.id}/ratings?cursor=1`), badCursor),
  query('QS7', 'nine kilobytes', `from=${'x'.repeat(9000)}`, refused(414, 'uri_too_long')),
  ...['from=%', 'from=%ZZ', 'from=%4', 'limit=1&%zz=1'].map((text) =>
    query('QS8', `an escape that is none: ${text}`, text, refused(400, 'malformed')),
  ),
  one('QS8b', 'an escape that is none, beside the API', () => ({ method: 'GET', path: '/healthz?a=%ZZ' }), malformed),
  query('QS9', 'a day twice', 'date=2027-05-05&date=2027-05-06', wrong('date', 'invalid')),
  query('QS10', 'an empty day', 'date=', ok({}, 200)),
  query('QS11', '200 words', `from=${'ord '.repeat(200)}`, wrong('from', 'too_long')),
  one('QS12', 'a place that is missing', () => get('/places'), wrong('q', 'required')),
  one('QS13', 'a place of 121', () => get(`/places?q=${'x'.repeat(121)}`), wrong('q', 'too_long')),
  one('QS14', 'a place of signs only', () => get('/places?q=%25_%5C%00'), ok({ items: [] }, 200)),
  one(
    'QS15',
    'a stop that is no number',
    ({ rideId }) => get(`/rides/${rideId}?from_position=x`),
    wrong('from_position', 'invalid'),
  ),
  one(
    'QS16',
    'a section backwards',
    ({ rideId }) => get(`/rides/${rideId}?from_position=2&to_position=1`),
    wrong('to_position', 'out_of_range'),
  ),
]

const patch = ({ passenger }: Dataset, body: unknown, headers: Record<string, string> = {}): Sent => ({
  method: 'PATCH',
  path: '/api/v1/me/profile',
  as: passenger,
  body,
  headers,
})
const post = ({ driver, t }: Dataset, headers: Record<string, string>, changes = {}): Sent => ({
  method: 'POST',
  path: '/api/v1/rides',
  as: driver,
  headers,
  body: { ...rideBody(t.clock), ...changes },
})
const key = randomUUID()
const unsupported = refused(415, 'unsupported_media_type')
const originRefused = refused(403, 'origin_refused')

const headers: Case[] = [
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    '',
  ].map((type) =>
    one('HD3', `JSON sent as '${type}'`, (w) => patch(w, { age: 40 }, { 'content-type': type }), unsupported),
  ),
  one(
    'HD3b',
    'JSON with a charset',
    (w) => patch(w, { age: 40 }, { 'content-type': 'application/json; charset=utf-8' }),
    ok({ age: 40 }, 200),
  ),
  one('HD6', 'a foreign origin', (w) => patch(w, { age: 40 }, { origin: 'https://evil.example' }), originRefused),
  one(
    'HD6b',
    'a name that looks like this machine',
    (w) => patch(w, { age: 40 }, { origin: 'http://127.evil.example' }),
    originRefused,
  ),
  one(
    'HD6c',
    'this machine at another port',
    (w) => patch(w, { age: 40 }, { origin: 'http://127.0.0.1:1' }),
    originRefused,
  ),
  one('HD6d', 'the own origin', (w) => patch(w, { age: 40 }, { origin: w.t.url }), ok({ age: 40 }, 200)),
  one('HD7', 'the origin of a sandbox', (w) => patch(w, { age: 40 }, { origin: 'null' }), originRefused),
  one('HD8', 'from another site', (w) => patch(w, { age: 40 }, { 'sec-fetch-site': 'cross-site' }), originRefused),
  one('HD8b', 'from a sibling host', (w) => patch(w, { age: 40 }, { 'sec-fetch-site': 'same-site' }), originRefused),
  one(
    'HD11',
    'a key of 300 characters',
    (w) => post(w, { 'idempotency-key': 'x'.repeat(300) }),
    wrong('idempotency-key', 'invalid'),
  ),
  one(
    'HD11b',
    'a key that is no UUID',
    (w) => post(w, { 'idempotency-key': '1' }),
    wrong('idempotency-key', 'invalid'),
  ),
  one(
    'HD12',
    'a key',
    (w) => post(w, { 'idempotency-key': key }),
    ok(),
    async (answer, { t, driver }) => {
      const { driver: _, ...sent } = { ...rideBody(t.clock), driver: null }
      const turned = Object.fromEntries(Object.entries(sent).toReversed())
      const again = await t.call('POST', '/api/v1/rides', {
        as: driver,
        headers: { 'idempotency-key': key.toUpperCase() },
        body: turned,
      })
      expect([again.status, again.text]).toEqual([answer.status, answer.text])
    },
  ),
  one(
    'HD12b',
    'the same key with another body',
    (w) => post(w, { 'idempotency-key': key }, { price: 7 }),
    refused(422, 'idempotency_key_reused'),
  ),
  one(
    'HD13',
    'absurd languages',
    () =>
      signUp(
        { email: 'sprak@example.no' },
        { 'accept-language': `xx-${'y'.repeat(4000)};q=,,*;q=9,${';'.repeat(500)}` },
      ),
    ok({}, 200),
    async (_, { t }) => {
      const stored = await t.db.kysely
        .selectFrom('auth_user')
        .select('locale')
        .where('email', '=', 'sprak@example.no')
        .execute()
      expect(stored).toEqual([{ locale: 'en' }])
    },
  ),
  one(
    'HD14',
    'a verb that another header names',
    ({ rideId }) => get(`/rides/${rideId}`, undefined, { 'x-http-method-override': 'DELETE' }),
    ok({}, 200),
  ),
]

const me = (cookie: string) => get('/me', { cookie })
const noSession = refused(401, 'unauthenticated')

const cookies: Case[] = [
  one('CK0', 'a good session', ({ driver }) => me(driver.cookie), ok({}, 200)),
  one('CK1', 'one bit flipped in the signature', ({ driver }) => me(flip(driver.cookie, -8)), noSession),
  one('CK1b', 'one bit flipped in the token', ({ driver }) => me(flip(driver.cookie, 'session='.length)), noSession),
  one('CK2', 'nothing in it', () => me('session='), noSession),
  one('CK2b', 'a signature only', () => me('session=.abc'), noSession),
  one('CK2c', 'an escape that is none', () => me('session=%E0%A4%A'), noSession),
  one('CK3', 'two sessions', ({ driver, passenger }) => me(`${driver.cookie}; ${passenger.cookie}`), noSession),
  one('CK3b', 'the same one twice', ({ driver }) => me(`${driver.cookie}; ${driver.cookie}`), noSession),
  one('CK3c', 'a good one behind an empty one', ({ driver }) => me(`session=; ${driver.cookie}`), noSession),
  one('CK4', 'a token that was never issued', () => me(cookieFor(randomUUID())), noSession),
  one('CK6', 'eight kilobytes of others', ({ driver }) => me(`a=${'x'.repeat(8000)}; ${driver.cookie}`), ok({}, 200)),
  one(
    'CK6b',
    'a session in a parameter and a header instead',
    ({ driver }) => get(`/me?${driver.cookie}`, undefined, { authorization: `Bearer ${driver.cookie}` }),
    noSession,
  ),
]

/** Exchanges one character for another. */
function flip(text: string, at: number) {
  const index = at < 0 ? text.length + at : at
  return text.slice(0, index) + (text[index] === 'A' ? 'B' : 'A') + text.slice(index + 1)
}

const json = (id: string, about: string, text: string, expected: Expected): Case =>
  one(id, about, (w) => patch(w, text), expected)

const jsonCases: Case[] = [
  json('JS1', 'an open brace', '{', malformed),
  json('JS2', 'nothing', '', malformed),
  ...['[]', 'null', '"x"', '7', 'true'].map((text) => json('JS3', text, text, wrong('body', 'invalid'))),
  json('JS4', 'a key twice', '{"age":40,"age":41}', malformed),
  json('JS4b', 'a key twice in a nested object', '{"age":40,"phone":{"a":1,"a":2}}', malformed),
  ...['toString', 'constructor', 'hasOwnProperty', 'valueOf', 'isPrototypeOf', '__defineGetter__'].map((name) =>
    json('JS15', `an unknown key ${name}`, JSON.stringify({ age: 40, [name]: 1 }), wrong(name, 'unknown_field')),
  ),
  json('JS5', '__proto__', '{"__proto__":{"age":40}}', malformed),
  json('JS5b', 'constructor.prototype', '{"constructor":{"prototype":{"age":40}}}', malformed),
  json('JS6', '1001 keys', `{${Array.from({ length: 1001 }, (_, i) => `"k${i}":1`).join()}}`, malformed),
  json('JS7', '30 000 levels', '['.repeat(30_000), malformed),
  json('JS7b', '100 000 levels', '['.repeat(100_000), refused(413, 'payload_too_large')),
  json('JS8', '33 levels', `${'['.repeat(33)}${']'.repeat(33)}`, malformed),
  json('JS9', 'a byte order mark', '\ufeff{}', malformed),
  json('JS10', 'a comment', '{/**/}', malformed),
  one('JS11', 'compressed', (w) => patch(w, { age: 40 }, { 'content-encoding': 'gzip' }), unsupported),
  one('JS11b', 'said to be as it is', (w) => patch(w, { age: 40 }, { 'content-encoding': 'identity' }), unsupported),
  json(
    'JS12',
    'a byte too many',
    JSON.stringify({ address: 'x'.repeat(64 * 1024) }),
    refused(413, 'payload_too_large'),
  ),
  one('JS13', 'a list at sign-up', () => auth('sign-up/email', []), wrong('body', 'invalid')),
  one('JS14', 'a text at sign-in', () => auth('sign-in/email', '"x"'), wrong('body', 'invalid')),
]

export const protocolCases: Case[] = [...ids, ...queries, ...headers, ...cookies, ...jsonCases]
