/** Messages, marks, settings of conversations, and reports of people. */
import { randomUUID } from 'node:crypto'
import { ok, one, refused, rows, wrong, type Case, type Dataset } from './cases.ts'

const chat = randomUUID()
const send = (body: unknown, { passenger }: Dataset) => ({
  method: 'POST',
  path: `/api/v1/chats/${chat}/messages`,
  as: passenger,
  body,
})
const mark = (body: unknown, { passenger }: Dataset) => ({
  method: 'POST',
  path: `/api/v1/chats/${chat}/read`,
  as: passenger,
  body,
})
const settings = (body: unknown, { passenger }: Dataset) => ({
  method: 'PUT',
  path: '/api/v1/me/chat-settings',
  as: passenger,
  body,
})
const report = (changes: object, { passenger, driver }: Dataset) => ({
  method: 'POST',
  path: '/api/v1/reports',
  as: passenger,
  body: { reported_id: driver.id, reason: 'Ubehagelig', ...changes },
})
const remove = (path: string, { passenger }: Dataset) => ({
  method: 'DELETE',
  path: `/api/v1/chats/${path}`,
  as: passenger,
})

const messages: Case[] = rows(send, [
  ['MS1', 'empty', { content: '' }, wrong('content', 'required')],
  ['MS1b', 'only line breaks and zero-width characters', { content: ' \n\u200b\n ' }, wrong('content', 'required')],
  ['MS2', '2001 characters', { content: 'x'.repeat(2001) }, wrong('content', 'too_long')],
  ['MS3', 'a megabyte', { content: 'x'.repeat(1_048_576) }, refused(413, 'payload_too_large')],
  ['MS9', 'an unknown conversation', { content: 'Hei' }, refused(404, 'not_found')],
  ['MS11', 'an internal message type', { content: 'Hei', message_type: 'system' }, wrong('message_type', 'invalid')],
  ['MS13', 'text and image', { content: 'Hei', image_url: '/files/x.jpg' }, wrong('image_url', 'unknown_field')],
  ['MS13b', 'neither', {}, wrong('content', 'required')],
  ['MS14', 'an invalid client id', { content: 'Hei', client_id: '1' }, wrong('client_id', 'invalid')],
])

const marks: Case[] = rows(mark, [
  ['RD1', 'missing', {}, wrong('seq', 'required')],
  ['RD2', 'a negative number', { seq: -1 }, wrong('seq', 'out_of_range')],
  ['RD3', 'a fraction', { seq: 1.5 }, wrong('seq', 'invalid')],
  ['RD4', 'beyond all integers', { seq: 1e300 }, wrong('seq', 'invalid')],
  ['RD5', 'as text', { seq: '1' }, wrong('seq', 'invalid')],
  ['RD6', 'the id of another person', { seq: 1, reader_id: chat }, wrong('reader_id', 'unknown_field')],
])

const choices: Case[] = rows(settings, [
  ['CS1', 'missing', {}, wrong('read_receipts', 'required')],
  ['CS2', 'null', { read_receipts: null }, wrong('read_receipts', 'required')],
  ['CS3', 'as text', { read_receipts: 'false' }, wrong('read_receipts', 'invalid')],
  ['CS4', 'as a number', { read_receipts: 0 }, wrong('read_receipts', 'invalid')],
  ['CS5', 'the id of another person', { read_receipts: true, user_id: chat }, wrong('user_id', 'unknown_field')],
  ['CS6', 'off', { read_receipts: false }, ok({ read_receipts: false }, 200)],
])

const deletions: Case[] = rows(remove, [
  ['DC1', 'no id', 'undefined', refused(404, 'not_found')],
  ['DC2', 'an unknown id', chat, refused(404, 'not_found')],
  ['DC3', 'an invalid id of the other person', `${chat}?user_id=1`, wrong('user_id', 'invalid')],
  ['DC4', 'two ids of the other person', `${chat}?user_id=${chat}&user_id=${chat}`, wrong('user_id', 'invalid')],
])

const reports: Case[] = [
  ...rows(report, [
    ['MS15', 'no person', { reported_id: undefined }, wrong('reported_id', 'required')],
    ['MS15b', 'no id', { reported_id: 'x' }, wrong('reported_id', 'invalid')],
    ['MS15c', 'several people', { reported_id: [chat, chat] }, wrong('reported_id', 'invalid')],
    ['MS15d', 'an unknown person', { reported_id: chat }, refused(404, 'not_found')],
    ['MS15e', 'an unknown conversation', { chat_id: chat }, refused(404, 'not_found')],
    ['MS15f', 'spaces for a reason', { reason: ' \n ' }, wrong('reason', 'required')],
    ['MS15g', '2001 characters', { reason: 'x'.repeat(2001) }, wrong('reason', 'too_long')],
    ['MS15h', 'a null character', { reason: 'x\u0000' }, wrong('reason', 'invalid_characters')],
    ['MS15m', 'an unknown category', { category: 'weather' }, wrong('category', 'invalid')],
    ['MS15n', 'several categories', { category: ['money', 'fake'] }, wrong('category', 'invalid')],
    ['MS15o', 'a category', { category: 'money' }, ok()],
    ['MS15i', 'a status', { status: 'resolved' }, wrong('status', 'unknown_field')],
    ['MS15j', 'another person as the reporter', { reporter_id: chat }, wrong('reporter_id', 'unknown_field')],
    ['MS15k', '2000 characters', { reason: 'å'.repeat(2000) }, ok()],
  ]),
  one(
    'MS15l',
    'oneself',
    (dataset) => report({ reported_id: dataset.passenger.id }, dataset),
    wrong('reported_id', 'invalid'),
  ),
]

export const chatCases: Case[] = [...messages, ...marks, ...choices, ...deletions, ...reports]
