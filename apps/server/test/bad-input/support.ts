/** Bad input: support requests, and the administrator's actions on them. */
import { randomUUID } from 'node:crypto'
import { ok, one, refused, rows, wrong, type Case, type Sent, type Dataset } from './cases.ts'

const good = { name: 'Kari', email: 'kari@example.no', subject: 'Hvor er turen?', description: 'Jeg finner den ikke.' }
const unknownId = randomUUID()

const ask = (changes: object): Sent => ({
  method: 'POST',
  path: '/api/v1/support-requests',
  body: { ...good, ...changes },
})
const askAsMember = (changes: object, { passenger }: Dataset): Sent => ({ ...ask(changes), as: passenger })
const handOver = (transcript: unknown, { passenger }: Dataset): Sent => ({
  method: 'POST',
  path: '/api/v1/support-chats',
  as: passenger,
  body: { transcript },
})
const line = (content: unknown, author: unknown = 'person') => ({ author, content })
const say = (body: unknown, { passenger }: Dataset): Sent => ({
  method: 'POST',
  path: `/api/v1/me/support-requests/${unknownId}/messages`,
  as: passenger,
  body,
})
const managed =
  (method: string, path: string) =>
  (body: unknown, { admin }: Dataset): Sent => ({ method, path: `/api/v1/admin${path}`, as: admin, body })
const read =
  (path: string, who: 'admin' | 'passenger' = 'admin') =>
  (text: string, dataset: Dataset): Sent => ({ method: 'GET', path: `/api/v1${path}${text}`, as: dataset[who] })

const asking: Case[] = [
  ...rows(ask, [
    ['SU1', 'a valid request', {}, ok({ status: 'pending' })],
    ['SU2', 'no name', { name: ' ' }, wrong('name', 'required')],
    ['SU3', 'a name of 101', { name: 'x'.repeat(101) }, wrong('name', 'too_long')],
    ['SU4', 'a header in the name', { name: 'Kari\r\nBcc: x@example.com' }, wrong('name', 'invalid_characters')],
    ['SU5', 'no address', { email: '' }, wrong('email', 'required')],
    ['SU6', 'two addresses', { email: ['a@x.no', 'b@x.no'] }, wrong('email', 'invalid')],
    ['SU7', 'an address with a header', { email: 'a@x.no\nBcc: b@x.no' }, wrong('email', 'invalid')],
    ['SU8', 'a list of addresses', { email: 'a@x.no,b@x.no' }, wrong('email', 'invalid')],
    ['SU9', 'a name before the address', { email: 'Kari <a@x.no>' }, wrong('email', 'invalid')],
    ['SU10', 'a domain with a non-ASCII character', { email: 'ola@bærum.example' }, ok()],
    ['SU11', 'no subject', { subject: '\u3164' }, wrong('subject', 'invalid_characters')],
    ['SU12', 'a subject of 201', { subject: 'x'.repeat(201) }, wrong('subject', 'too_long')],
    ['SU13', 'a subject of 200 emoji', { subject: '🦊'.repeat(200) }, ok()],
    ['SU14', 'a header in the subject', { subject: 'x\r\nBcc: x@example.com' }, wrong('subject', 'invalid_characters')],
    ['SU15', 'no description', { description: ' \n ' }, wrong('description', 'required')],
    ['SU16', 'a description of 5001', { description: 'x'.repeat(5001) }, wrong('description', 'too_long')],
    [
      'SU17',
      'a description of 5000',
      { description: 'å\n'.repeat(2500).trim() + 'xy' },
      wrong('description', 'too_long'),
    ],
    ['SU18', 'a null character', { description: 'x\u0000' }, wrong('description', 'invalid_characters')],
    ['SU19', 'the administrator’s own type', { request_type: 'admin_message' }, wrong('request_type', 'invalid')],
    [
      'SU20',
      'a type named like a property of every object',
      { request_type: 'constructor' },
      wrong('request_type', 'invalid'),
    ],
    ['SU21', 'an old name of a type', { request_type: 'bug_report' }, ok()],
    ['MS19', 'a status', { status: 'resolved' }, wrong('status', 'unknown_field')],
    ['SU22', 'the id of another person', { user_id: unknownId }, wrong('user_id', 'unknown_field')],
    ['SU23', 'notes', { admin_notes: 'x' }, wrong('admin_notes', 'unknown_field')],
    ['SU24', 'a date in the body', { created_at: '2020-01-01T00:00:00Z' }, wrong('created_at', 'unknown_field')],
    ['SU25', 'an unknown language', { locale: 'xx' }, ok()],
    ['SU26', 'a language of 11 characters', { locale: 'x'.repeat(11) }, wrong('locale', 'too_long')],
    ['SU27', 'a number as the language', { locale: 1 }, wrong('locale', 'invalid')],
    ['SU28', 'markup', { name: '<img src=x>', subject: '<script>1</script>', description: '<b>' }, ok()],
    ['SU29', 'templates', { name: '{{7*7}}', subject: '${7*7}', description: '#{7*7}' }, ok()],
    ['SU30', 'formulas', { name: '=1+1', subject: '@SUM(1)', description: '-2+3' }, ok()],
  ]),
  ...rows(askAsMember, [
    ['MS19', 'a member’s status', { status: 'resolved' }, wrong('status', 'unknown_field')],
    ['SU31', 'the id of another person, by a member', { user_id: unknownId }, wrong('user_id', 'unknown_field')],
    [
      'SU32',
      'a member with the administrator’s type',
      { request_type: 'admin_message' },
      wrong('request_type', 'invalid'),
    ],
  ]),
]

const talking: Case[] = [
  ...rows(handOver, [
    ['SH1', 'nothing', [], wrong('transcript', 'required')],
    ['SH2', 'no list', 'Hei', wrong('transcript', 'invalid')],
    ['SH3', 'no message of the person', [line('Hei', 'assistant')], wrong('transcript', 'required')],
    ['SH4', 'a line by an administrator', [line('Hei'), line('Hei', 'admin')], wrong('transcript', 'invalid')],
    ['SH5', 'an empty line', [line(' ')], wrong('transcript', 'required')],
    ['SH6', '41 lines', Array(41).fill(line('Hei')), wrong('transcript', 'too_many')],
    ['SH7', 'a line of 2001', [line('x'.repeat(2001))], wrong('transcript', 'too_long')],
    ['SH8', 'an unknown field of a line', [{ ...line('Hei'), seq: 1 }], wrong('transcript', 'unknown_field')],
  ]),
  ...rows(say, [
    ['SM1', 'nothing', {}, wrong('content', 'required')],
    ['MS1 support', 'spaces and line breaks', { content: ' \n\u200b ' }, wrong('content', 'required')],
    ['SM2', '2001 characters', { content: 'x'.repeat(2001) }, wrong('content', 'too_long')],
    ['SM3', 'as an administrator', { content: 'Hei', author: 'admin' }, wrong('author', 'unknown_field')],
    ['SM4', 'an invalid client id', { content: 'Hei', client_id: 'x' }, wrong('client_id', 'invalid')],
    ['SM5', 'an unknown request', { content: 'Hei' }, refused(404, 'not_found')],
  ]),
]

const managing: Case[] = [
  ...rows(managed('PATCH', `/support-requests/${unknownId}`), [
    ['SP1', 'an unknown state', { status: 'closed' }, wrong('status', 'invalid')],
    ['SP2', 'no state', { status: null }, wrong('status', 'invalid')],
    ['SP3', 'notes of 5001', { admin_notes: 'x'.repeat(5001) }, wrong('admin_notes', 'too_long')],
    ['SP4', 'another reviewer', { status: 'resolved', reviewed_by: unknownId }, wrong('reviewed_by', 'unknown_field')],
    ['SP5', 'another time', { status: 'resolved', reviewed_at: '2020-01-01' }, wrong('reviewed_at', 'unknown_field')],
    ['SP6', 'an unknown request', { status: 'resolved' }, refused(404, 'not_found')],
  ]),
  ...rows(managed('POST', `/support-requests/${unknownId}/message`), [
    ['SA1', 'nothing', {}, wrong('message', 'required')],
    ['SA2', '5001 characters', { message: 'x'.repeat(5001) }, wrong('message', 'too_long')],
    ['SA3', 'an unknown request', { message: 'Hei' }, refused(404, 'not_found')],
  ]),
  ...rows(managed('POST', '/support-exports'), [
    ['SE1', 'everything', {}, { status: 201 }],
    ['SE2', 'another filter', { name: 'x' }, wrong('name', 'unknown_field')],
    ['SE3', 'an unknown type', { type: 'billing' }, wrong('type', 'invalid')],
    ['SE4', 'nothing as text', { q: ' ' }, wrong('q', 'required')],
  ]),
  ...rows(read('/admin/support-exports'), [
    ['SE5', 'no export', '', wrong('export_id', 'required')],
    ['SE6', 'an unknown export', '?export_id=999999999999999999', refused(404, 'not_found')],
    [
      'SE7',
      'a command',
      `?export_id=${encodeURIComponent('1; drop table support_request')}`,
      wrong('export_id', 'invalid'),
    ],
    ['SE8', 'an invalid cursor', '?export_id=999999999999999999&cursor=x', refused(404, 'not_found')],
  ]),
  ...rows(read('/admin/support-requests'), [
    [
      'SL1',
      'signs that patterns know',
      `?q=${encodeURIComponent('%_\\')}`,
      { status: 200, body: { items: [], matching: 0 } },
    ],
    ['SL2', 'SQL', `?q=${encodeURIComponent("' or 1=1 --")}`, { status: 200, body: { items: [] } }],
    ['SL3', 'a text of 201', `?q=${'x'.repeat(201)}`, wrong('q', 'too_long')],
    ['SL4', 'an unknown state', '?status=open', wrong('status', 'invalid')],
    ['SL5', 'an old name of a type', '?type=billing', wrong('type', 'invalid')],
    ['SL6', 'an invalid cursor', '?cursor=x', wrong('cursor', 'invalid')],
    ['SL7', 'more than a page', '?limit=51', wrong('limit', 'out_of_range')],
    ['SL8', 'two texts', '?q=a&q=b', wrong('q', 'invalid')],
  ]),
  ...rows(read('/me/support-requests', 'passenger'), [
    ['SO1', 'an invalid cursor', '?cursor=x', wrong('cursor', 'invalid')],
    ['SO2', 'no number', '?limit=x', wrong('limit', 'invalid')],
    ['ID1 support', 'no id', '/undefined', refused(404, 'not_found')],
    ['SO3', 'a filter', '?status=pending', wrong('status', 'unknown_field')],
  ]),
]

export const supportCases: Case[] = [
  ...asking,
  ...talking,
  ...managing,
  one(
    'MS3 support',
    'a megabyte',
    () => ask({ description: 'x'.repeat(1_100_000) }),
    refused(413, 'payload_too_large'),
  ),
]
