/** Bad input: notifications, their switches, and browsers that want push messages. */
import { createECDH } from 'node:crypto'
import type { Case, Sent, Dataset } from './cases.ts'
import { ok, rows, wrong } from './cases.ts'

const point = createECDH('prime256v1').generateKeys('base64url', 'uncompressed')
const good = { endpoint: 'https://fcm.googleapis.com/fcm/send/x', keys: { p256dh: point, auth: 'A'.repeat(22) } }

const own =
  (method: string, path: string) =>
  (body: unknown, { passenger }: Dataset): Sent => ({ method, path: `/api/v1/me/${path}`, body, as: passenger })
const list = (cursor: string, { passenger }: Dataset): Sent => ({
  method: 'GET',
  path: `/api/v1/me/notifications?cursor=${encodeURIComponent(cursor)}`,
  as: passenger,
})
const position = (text: string) => Buffer.from(text).toString('base64url')

export const notificationCases: Case[] = [
  ...rows(own('POST', 'push-subscriptions'), [
    ['PU1', 'the only good one', good, { status: 201 }],
    ['PU2', 'http', { ...good, endpoint: 'http://fcm.googleapis.com/x' }, wrong('endpoint', 'invalid')],
    ['PU3', 'this machine', { ...good, endpoint: 'https://127.0.0.1/x' }, wrong('endpoint', 'invalid')],
    ['PU4', 'a cloud’s own address', { ...good, endpoint: 'https://169.254.169.254/' }, wrong('endpoint', 'invalid')],
    [
      'PU5',
      'a host that looks alike',
      { ...good, endpoint: 'https://fcm.googleapis.com.evil.example/' },
      wrong('endpoint', 'invalid'),
    ],
    ['PU6', 'another port', { ...good, endpoint: 'https://fcm.googleapis.com:22/' }, wrong('endpoint', 'invalid')],
    [
      'PU7',
      'a name and password',
      { ...good, endpoint: 'https://a:b@fcm.googleapis.com/' },
      wrong('endpoint', 'invalid'),
    ],
    ['PU8', 'a file', { ...good, endpoint: 'file:///etc/passwd' }, wrong('endpoint', 'invalid')],
    ['PU9', 'none', { keys: good.keys }, wrong('endpoint', 'required')],
    ['PU10', 'too long', { ...good, endpoint: `${good.endpoint}${'x'.repeat(1000)}` }, wrong('endpoint', 'too_long')],
    [
      'PU11',
      'a key that is no point of the curve',
      { ...good, keys: { ...good.keys, p256dh: `B${'A'.repeat(86)}` } },
      wrong('keys', 'invalid'),
    ],
    [
      'PU12',
      'a key that is too short',
      { ...good, keys: { ...good.keys, p256dh: point.slice(0, 40) } },
      wrong('keys', 'invalid'),
    ],
    ['PU13', 'a short secret', { ...good, keys: { ...good.keys, auth: 'A'.repeat(12) } }, wrong('keys', 'invalid')],
    [
      'PU14',
      'characters outside base64url',
      { ...good, keys: { ...good.keys, auth: '{{7*7}} ${7*7} x' } },
      wrong('keys', 'invalid'),
    ],
    ['PU15', 'no keys', { endpoint: good.endpoint }, wrong('keys', 'invalid')],
    ['PU16', 'the account of another person', { ...good, user_id: 'x' }, wrong('user_id', 'unknown_field')],
  ]),
  ...rows(own('POST', 'notifications/read'), [
    ['NO1', 'an unknown id', { id: '999999999999999999' }, ok({ unread: 0, trips: 0 }, 200)],
    ['NO2', 'no number', { id: 'x' }, wrong('id', 'invalid')],
    ['NO3', 'beyond all integers', { id: '9'.repeat(19) }, wrong('id', 'invalid')],
    ['NO4', 'a number instead of a text', { id: 1 }, wrong('id', 'invalid')],
    ['NO5', 'SQL', { id: '1; drop table notification' }, wrong('id', 'invalid')],
    ['NO6', 'a text for a boolean', { id: '1', all_before: 'true' }, wrong('all_before', 'invalid')],
  ]),
  ...rows(own('PATCH', 'notification-settings'), [
    ['NS1', 'nothing', { items: [] }, { status: 200 }],
    ['NS2', 'an unknown kind', { items: [{ kind: 'x', email: true }] }, wrong('items', 'invalid')],
    [
      'NS3',
      'a kind named like a property of every object',
      { items: [{ kind: 'constructor', email: true }] },
      wrong('items', 'invalid'),
    ],
    ['NS4', 'a text', { items: [{ kind: 'ride_changed', email: 'false' }] }, wrong('items', 'invalid')],
    ['NS5', 'another channel', { items: [{ kind: 'ride_changed', sms: true }] }, wrong('items', 'unknown_field')],
    [
      'NS6',
      'more entries than kinds',
      { items: Array(100).fill({ kind: 'ride_changed' }) },
      wrong('items', 'too_many'),
    ],
    ['NS7', 'no list', {}, wrong('items', 'invalid')],
  ]),
  ...rows(list, [
    ['NC1', 'an invalid cursor', 'x', wrong('cursor', 'invalid')],
    ['NC2', 'SQL', position("1' or '1'='1"), wrong('cursor', 'invalid')],
    ['NC3', 'beyond all integers', position('9'.repeat(19)), wrong('cursor', 'invalid')],
    ['NC4', 'a null character', position('1\u0000'), wrong('cursor', 'invalid')],
    ['NC5', 'a cursor before the first entry', position('0'), ok({ items: [], next_cursor: null }, 200)],
  ]),
]
