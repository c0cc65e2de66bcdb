/** Bad input: the running product, and mails that could not be delivered. */
import { randomUUID } from 'node:crypto'
import { encodeCursor } from '../../src/platform/http/cursor.ts'
import { refused, rows, wrong, type Case, type Dataset, type Sent } from './cases.ts'

const read =
  (path: string) =>
  (text: string, { admin }: Dataset): Sent => ({ method: 'GET', path: `/api/v1/admin${path}${text}`, as: admin })
const send = (path: string, { admin }: Dataset): Sent => ({
  method: 'POST',
  path: `/api/v1/admin/mails${path}`,
  as: admin,
})

/** Before every mail. */
const place = encodeCursor(new Date(0), randomUUID())

export const operationsCases: Case[] = [
  ...rows(read('/mails'), [
    ['OM1', 'an invalid cursor', '?cursor=x', wrong('cursor', 'invalid')],
    ['OM2', 'SQL as the cursor', `?cursor=${encodeURIComponent("' or 1=1 --")}`, wrong('cursor', 'invalid')],
    ['OM3', 'a cursor of 201', `?cursor=${'x'.repeat(201)}`, wrong('cursor', 'too_long')],
    ['OM4', 'two cursors', `?cursor=${place}&cursor=${place}`, wrong('cursor', 'invalid')],
    ['OM5', 'the cursor of a mail that is gone', `?cursor=${place}`, { status: 200, body: { items: [] } }],
    ['OM6', 'more than a page', '?limit=51', wrong('limit', 'out_of_range')],
    ['OM7', 'no number', '?limit=x', wrong('limit', 'invalid')],
    ['OM8', 'a filter', '?recipient=a@example.no', wrong('recipient', 'unknown_field')],
    ['OM9', 'an address as a path', '/a@example.no', refused(404, 'not_found')],
  ]),
  ...rows(read('/operations'), [
    ['OS1', 'a parameter that does not exist', '?full=1', { status: 200 }],
    ['OS2', 'a process as a path', '/1', refused(404, 'not_found')],
  ]),
  ...rows(send, [
    ['OR1', 'an unknown mail', `/${randomUUID()}/resend`, refused(404, 'not_found')],
    ['OR2', 'no id', '/undefined/resend', refused(404, 'not_found')],
    ['OR3', 'SQL as the id', `/${encodeURIComponent("' or 1=1 --")}/resend`, refused(404, 'not_found')],
    ['OR4', 'nothing to send again', '/resend', { status: 200, body: { count: 0 } }],
  ]),
]
