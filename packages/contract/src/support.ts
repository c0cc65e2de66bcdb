/** Support requests of people, and the administrators' answers. */
import { z } from './zod.ts'
import { lengths, supportChat } from './constants.ts'
import { email } from './accounts.ts'
import { bodyId, cursor, day, endpoint, id, instant, missingOr, page } from './endpoint.ts'
import { digits } from './numbers.ts'
import { multiLine, oneLine, optionalMultiLine } from './text.ts'

/**
 * What people may choose. The form offers the first eight; the last three are other words for `payment`, `technical` and `feature`, taken
 * from older forms and found under those.
 */
export const requestTypes = [
  'general',
  'technical',
  'account',
  'safety',
  'payment',
  'report_user',
  'legal',
  'feature',
  'billing',
  'bug_report',
  'feature_request',
] as const
/** `admin_message`: an administrator wrote first, to a person who had made a report. */
export const storedRequestTypes = [...requestTypes, 'admin_message'] as const
export type RequestType = (typeof storedRequestTypes)[number]
/** What the form offers. */
export const offeredRequestTypes = requestTypes.slice(0, 8)

/** pending → in_progress → resolved, or pending → resolved; nothing else. */
export const supportStatuses = ['pending', 'in_progress', 'resolved'] as const
export type SupportStatus = (typeof supportStatuses)[number]

/** Origin of the request: the form, a talk with the assistant, or an administrator. */
export const supportOrigins = ['form', 'chat', 'admin'] as const
export type SupportOrigin = (typeof supportOrigins)[number]

export const supportBody = z.strictObject({
  name: oneLine(lengths.name),
  email,
  request_type: z.enum(requestTypes, { error: 'invalid' }).default('general'),
  subject: oneLine(lengths.subject),
  description: multiLine(lengths.description),
  /** The language of the page, in which a guest is answered; without one the request's `Accept-Language` counts. */
  locale: z.string({ error: 'invalid' }).max(10, { error: 'too_long' }).optional(),
})
export type SupportBody = z.input<typeof supportBody>

/**
 * A talk with the assistant that a human is to take over, oldest first; something in it is the person's. All of it has to fit into the 64 KB
 * of a request, so that of an article its title is enough.
 */
export const handoverBody = z.strictObject({
  transcript: z
    .array(
      z.strictObject({
        author: z.enum(['person', 'assistant'], { error: 'invalid' }),
        content: multiLine(lengths.chatMessage),
      }),
      { error: 'invalid' },
    )
    .min(1, { error: 'required' })
    .max(supportChat.transcript, { error: 'too_many' })
    .refine((lines) => lines.some(({ author }) => author === 'person'), { error: 'required' }),
})
export type HandoverBody = z.input<typeof handoverBody>

/** `client_id` makes a retry harmless. */
export const supportMessageBody = z.strictObject({
  content: multiLine(lengths.chatMessage),
  client_id: bodyId.optional(),
})
export type SupportMessageBody = z.input<typeof supportMessageBody>

/** An administrator's change of the status or of the notes. */
export const supportUpdateBody = z
  .strictObject({
    status: z.enum(supportStatuses, { error: 'invalid' }).optional(),
    admin_notes: optionalMultiLine(lengths.description).optional(),
  })
  .refine(({ status, admin_notes }) => status !== undefined || admin_notes !== undefined, { error: 'required' })

/** An administrator's answer. `client_id` makes a retry harmless. */
export const supportReplyBody = z.strictObject({
  message: multiLine(lengths.description),
  client_id: bodyId.optional(),
})

export const supportMessage = z.object({
  id,
  /** Within the request, from 1 on. */
  seq: z.int(),
  author: z.enum(['person', 'assistant', 'admin']),
  content: z.string(),
  created_at: instant,
})
export type SupportMessage = z.infer<typeof supportMessage>

const common = z.object({
  id,
  request_type: z.enum(storedRequestTypes),
  subject: z.string(),
  status: z.enum(supportStatuses),
  origin: z.enum(supportOrigins),
  created_at: instant,
  updated_at: instant,
})

/** As its requester sees it: never the notes, never who reviewed it. */
export const ownRequest = common.extend({
  description: z.string(),
  /** The administrator's newest message. */
  admin_reply: z.string().nullable(),
})
export type OwnRequest = z.infer<typeof ownRequest>

/** `messages`: what was said beside the description, oldest first. */
export const ownRequestDetail = ownRequest.extend({ messages: z.array(supportMessage) })
export type OwnRequestDetail = z.infer<typeof ownRequestDetail>

/** As the administrator sees it in the list. */
export const requestSummary = common.extend({
  name: z.string(),
  email: z.string(),
  /** Null for guests and for people who have left. */
  user: z.object({ id, full_name: z.string(), profile_picture: z.string().nullable() }).nullable(),
  /** The person has written a message since the administrator last did; the request itself is none. */
  waiting: z.boolean(),
})
export type RequestSummary = z.infer<typeof requestSummary>

export const requestDetail = requestSummary.extend({
  description: z.string(),
  messages: z.array(supportMessage),
  /** The administrator's own; no other call has them. */
  admin_notes: z.string().nullable(),
  reviewed_at: instant.nullable(),
  reviewed_by: z.object({ id, full_name: z.string() }).nullable(),
  /** More requests of the same person, newest first, at most ten. */
  others: z.array(common),
})
export type RequestDetail = z.infer<typeof requestDetail>

/**
 * A row of the export: everything about a request but what was said one by one. Which requests there are is settled by when it began (what
 * came later is not among them); state, notes and answers are as they are when the row is read, and so is whether the filters leave it.
 */
export const exportedRequest = requestSummary.omit({ user: true, waiting: true }).extend({
  user_id: id.nullable(),
  description: z.string(),
  admin_reply: z.string().nullable(),
  admin_notes: z.string().nullable(),
  reviewed_at: instant.nullable(),
  reviewed_by: z.string().nullable(),
})
export type ExportedRequest = z.infer<typeof exportedRequest>

/** The dashboard's filter of types; the older words are found under the newer ones. */
export const filterTypes = [...requestTypes.slice(0, 8), 'admin_message'] as const
const filters = {
  /** Part of a name, an address, a subject or a description, without regard to case and accents. */
  q: oneLine(lengths.subject).optional(),
  status: z.enum(supportStatuses, { error: 'invalid' }).optional(),
  type: z.enum(filterTypes, { error: 'invalid' }).optional(),
}
export const requestFilters = z.strictObject(filters)
export type RequestFilters = z.infer<typeof requestFilters>

const requestCounts = z.object({ total: z.int(), pending: z.int(), in_progress: z.int(), resolved: z.int() })
export type RequestCounts = z.infer<typeof requestCounts>

/** `day` is Oslo's. `answer_minutes`: median time from a request of that day to the first answer; null where there is none. */
export const supportDay = z.object({
  day,
  requests: z.int(),
  answered: z.int(),
  answer_minutes: z.int().nullable(),
})
export type SupportDay = z.infer<typeof supportDay>

const admin = { access: 'admin', tag: 'support' } as const
const denied = ['forbidden', 'two_factor_required'] as const

export const support = {
  create: endpoint({
    access: 'open',
    method: 'POST',
    path: '/support-requests',
    tag: 'support',
    summary: 'Send a support request; guests may too, and get the answer by mail',
    body: supportBody,
    output: z.object({ id, status: z.enum(supportStatuses), created_at: instant }),
    status: 201,
    errors: ['rate_limited', 'idempotency_key_reused'],
  }),
  handOver: endpoint({
    access: 'confirmed',
    method: 'POST',
    path: '/support-chats',
    tag: 'support',
    summary: 'Hand a talk with the assistant over to a person: it becomes a support request',
    body: handoverBody,
    output: ownRequestDetail,
    status: 201,
    errors: ['rate_limited', 'request_closed', 'idempotency_key_reused'],
  }),
  own: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/me/support-requests',
    tag: 'support',
    summary: 'The caller’s own requests, newest first',
    query: z.strictObject({ limit: digits(1, 50).optional(), cursor: cursor.optional() }),
    output: page(ownRequest),
  }),
  ownOne: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/me/support-requests/{id}',
    tag: 'support',
    summary: 'One own request with what was said',
    output: ownRequestDetail,
    errors: ['not_found'],
  }),
  say: endpoint({
    access: 'confirmed',
    method: 'POST',
    path: '/me/support-requests/{id}/messages',
    tag: 'support',
    summary: 'Add a message to an own request that is not resolved; beyond 500 messages `request_closed`',
    body: supportMessageBody,
    output: supportMessage,
    status: 201,
    errors: ['not_found', 'request_closed', 'rate_limited'],
  }),
  all: endpoint({
    ...admin,
    method: 'GET',
    path: '/admin/support-requests',
    summary:
      'All requests, newest first; the counts are of all, `matching` of what the filters leave; with `q` no more than 1000 are counted, and 1000 means at least so many. A `q` without three letters or digits in a row is looked for in the newest 10,000 only',
    query: z.strictObject({ ...filters, limit: digits(1, 50).optional(), cursor: cursor.optional() }),
    output: page(requestSummary).extend({ counts: requestCounts, matching: z.int() }),
    errors: denied,
  }),
  one: endpoint({
    ...admin,
    method: 'GET',
    path: '/admin/support-requests/{id}',
    summary: 'One request with its person, messages and notes',
    output: requestDetail,
    errors: [...denied, 'not_found'],
  }),
  update: endpoint({
    ...admin,
    method: 'PATCH',
    path: '/admin/support-requests/{id}',
    summary: 'Change the status or the notes; `request_closed` or `wrong_state` for a status that cannot follow',
    body: supportUpdateBody,
    output: requestDetail,
    errors: [...denied, 'not_found', 'request_closed', 'wrong_state'],
  }),
  reply: endpoint({
    ...admin,
    method: 'POST',
    path: '/admin/support-requests/{id}/message',
    summary: 'Answer the person: in the product, live, and by mail. A guest gets the mail',
    body: supportReplyBody,
    output: requestDetail,
    errors: [...denied, 'not_found', 'request_closed'],
  }),
  days: endpoint({
    ...admin,
    method: 'GET',
    path: '/admin/support-days',
    summary: 'The last 30 days: requests, how many of them are answered and how fast',
    output: z.object({ items: z.array(supportDay) }),
    errors: denied,
  }),
  startExport: endpoint({
    ...admin,
    method: 'POST',
    path: '/admin/support-exports',
    summary: 'Begin an export of what the filters leave; it is logged. Its rows can be read for an hour',
    body: requestFilters,
    output: z.object({ export_id: z.string(), total: z.int() }),
    status: 201,
    errors: denied,
  }),
  exportRows: endpoint({
    ...admin,
    method: 'GET',
    path: '/admin/support-exports',
    summary: 'The next rows of an own export, newest first, 500 at a time',
    query: z.strictObject({
      export_id: z.string({ error: missingOr('invalid') }).regex(/^[1-9]\d{0,17}$/, { error: 'invalid' }),
      cursor: cursor.optional(),
    }),
    output: page(exportedRequest),
    errors: [...denied, 'not_found'],
  }),
}
