/** Bad input: decisions on reports, and hiding content. */
import { randomUUID } from 'node:crypto'
import { one, refused, rows, wrong, type Case, type Sent, type Dataset } from './cases.ts'

const unknownId = randomUUID()
const list = (query: string, { admin }: Dataset): Sent => ({
  method: 'GET',
  path: `/api/v1/admin/reports?${query}`,
  as: admin,
})
const deed =
  (what: 'resolve' | 'dismiss' | 'message') =>
  (body: unknown, { admin }: Dataset): Sent => ({
    method: 'POST',
    path: `/api/v1/admin/reports/${unknownId}/${what}`,
    as: admin,
    body,
  })
const hiding = (changes: object, { admin, rideId }: Dataset): Sent => ({
  method: 'POST',
  path: '/api/v1/admin/hidden-content',
  as: admin,
  body: { kind: 'ride', id: rideId, reason: 'Mot reglene', ...changes },
})

const lists: Case[] = rows(list, [
  ['RL1', 'an unknown state', 'status=closed', wrong('status', 'invalid')],
  ['RL2', 'a limit of zero', 'limit=0', wrong('limit', 'out_of_range')],
  ['RL3', 'a limit above the maximum', 'limit=51', wrong('limit', 'out_of_range')],
  ['RL4', 'an invalid cursor', 'cursor=1', wrong('cursor', 'invalid')],
  ['RL5', 'another order', 'order=reason', wrong('order', 'unknown_field')],
])

const decisions: Case[] = (['resolve', 'dismiss'] as const).flatMap((what) =>
  rows(deed(what), [
    ['RV1', `${what}: 2001 characters`, { reason: 'x'.repeat(2001) }, wrong('reason', 'too_long')],
    ['RV2', `${what}: a state`, { status: 'pending' }, wrong('status', 'unknown_field')],
    [
      'RV3',
      `${what}: another person as the reviewer`,
      { reviewed_by: unknownId },
      wrong('reviewed_by', 'unknown_field'),
    ],
    ['RV4', `${what}: a control character`, { reason: 'x\u0000' }, wrong('reason', 'invalid_characters')],
    ['RV5', `${what}: a number`, { reason: 1 }, wrong('reason', 'invalid')],
    ['RV6', `${what}: an unknown report`, {}, refused(404, 'not_found')],
  ]),
)

const said = { subject: 'Hei', message: 'Hei' }
const messages: Case[] = rows(deed('message'), [
  ['RM1', 'without a subject', { message: 'Hei' }, wrong('subject', 'required')],
  ['RM2', 'empty', { ...said, message: ' \n\u200b' }, wrong('message', 'required')],
  ['RM3', 'a subject of 201 characters', { ...said, subject: 'x'.repeat(201) }, wrong('subject', 'too_long')],
  ['RM4', 'a subject of two lines', { ...said, subject: 'a\nb' }, wrong('subject', 'invalid_characters')],
  ['RM5', '5001 characters', { ...said, message: 'x'.repeat(5001) }, wrong('message', 'too_long')],
  ['RM6', 'another person as the reporter', { ...said, reporter_id: unknownId }, wrong('reporter_id', 'unknown_field')],
  ['RM7', 'an unknown report', said, refused(404, 'not_found')],
])

const hidings: Case[] = rows(hiding, [
  ['HC1', 'an unknown kind', { kind: 'profile' }, wrong('kind', 'invalid')],
  ['HC2', 'an invalid id', { id: '1' }, wrong('id', 'invalid')],
  ['HC3', 'without a reason', { reason: undefined }, wrong('reason', 'required')],
  ['HC4', 'a reason of invisible characters', { reason: ' \u200b' }, wrong('reason', 'required')],
  ['HC5', 'an invalid report id', { report_id: 'x' }, wrong('report_id', 'invalid')],
  ['HC6', 'an unknown report', { report_id: unknownId }, refused(404, 'not_found')],
  ['HC7', 'unknown content', { id: unknownId }, refused(404, 'not_found')],
  ['HC8', 'another person as the administrator', { by: unknownId }, wrong('by', 'unknown_field')],
])

export const reportCases: Case[] = [
  ...lists,
  ...decisions,
  ...messages,
  ...hidings,
  one(
    'RS1',
    'a suspension in the course of a report that is not there',
    ({ admin, driver }) => ({
      method: 'POST',
      path: `/api/v1/admin/users/${driver.id}/suspend`,
      as: admin,
      body: { reason: 'Sak 1', report_id: unknownId },
    }),
    refused(404, 'not_found'),
  ),
]
