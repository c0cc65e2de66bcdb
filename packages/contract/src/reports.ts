/** What people have reported, and what the administrator does about it. */
import { z } from './zod.ts'
import { lengths } from './constants.ts'
import { auditEntry, reportCategories, userStates } from './moderation.ts'
import { bodyId, cursor, endpoint, id, instant, missingOr, page } from './endpoint.ts'
import { digits } from './numbers.ts'
import { multiLine, oneLine, optionalMultiLine } from './text.ts'

/** pending → resolved or dismissed; nothing else. */
export const reportStatuses = ['pending', 'resolved', 'dismissed'] as const
export type ReportStatus = (typeof reportStatuses)[number]
/**
 * What it is about: a person alone, a conversation with that person, the comment of a rating, or other prices than the trips' in a driver's notes
 * and messages.
 */
export const reportSubjects = ['person', 'conversation', 'comment', 'prices'] as const
export type ReportSubject = (typeof reportSubjects)[number]

const person = z.object({ id, full_name: z.string(), profile_picture: z.string().nullable() })

export const reportSummary = z.object({
  id,
  /** Null where the product itself has filed it. */
  reporter: person.nullable(),
  reported: person,
  about: z.enum(reportSubjects),
  /** What the reporter has chosen; null where that is nothing. */
  category: z.enum(reportCategories).nullable(),
  /** Null once one of the two has left. */
  reason: z.string().nullable(),
  status: z.enum(reportStatuses),
  created_at: instant,
  reviewed_at: instant.nullable(),
  reviewed_by: z.object({ id, full_name: z.string() }).nullable(),
})
export type ReportSummary = z.infer<typeof reportSummary>

/** Content an administrator can hide: a rating's comment, a message, a whole ride, a profile's picture (by the profile's id). */
export const hideableKinds = ['comment', 'message', 'ride', 'picture'] as const
export type HideableKind = (typeof hideableKinds)[number]

export const reportedMessage = z.object({
  id,
  seq: z.int(),
  sender_id: id,
  content: z.string().nullable(),
  image_url: z.string().nullable(),
  hidden: z.boolean(),
  /** By its sender, after the report was made. */
  taken_back: z.boolean(),
  created_at: instant,
})
export type ReportedMessage = z.infer<typeof reportedMessage>

export const reportDetail = reportSummary.extend({
  /** The reason as the reporter received it; null while pending, or where the standard text was sent. */
  decision: z.string().nullable(),
  comment: z.object({ rating_id: id, rating: z.int(), comment: z.string(), hidden: z.boolean() }).nullable(),
  /** The last hundred of the conversation up to the report, oldest first. Reading them is logged. */
  messages: z.array(reportedMessage),
  /** Other reports on the same person, newest first, at most twenty. */
  earlier: z.array(reportSummary.omit({ reported: true })),
  /** `closing` also once the account is gone. */
  reported_state: z.enum(userStates),
  /** Upcoming rides of the reported person, which can be hidden. */
  rides: z.array(
    z.object({
      id,
      start_location: z.string(),
      end_location: z.string(),
      departure_time: instant,
      hidden: z.boolean(),
    }),
  ),
  /** What was done about this report, newest first. */
  log: z.array(auditEntry),
})
export type ReportDetail = z.infer<typeof reportDetail>

/** The reporter receives the reason, or a standard text without one. The reported person learns of no report, only of what is done. */
export const decisionBody = z.strictObject({ reason: optionalMultiLine(lengths.reason).optional() })
export const reportMessageBody = z.strictObject({
  subject: oneLine(lengths.subject),
  message: multiLine(lengths.description),
})
/** `reason` is sent to the author of the content. `report_id` is the report it belongs to; a message needs one that covers it. */
export const hidingBody = z.strictObject({
  kind: z.enum(hideableKinds, { error: missingOr('invalid') }),
  id: bodyId,
  reason: multiLine(lengths.reason),
  report_id: bodyId.nullish(),
})
export type HidingBody = z.input<typeof hidingBody>

const admin = { access: 'admin', tag: 'reports' } as const
const denied = ['forbidden', 'two_factor_required'] as const

export const reports = {
  all: endpoint({
    ...admin,
    method: 'GET',
    path: '/admin/reports',
    summary: 'Reports, newest first, and how many are pending',
    query: z.strictObject({
      status: z.enum(reportStatuses, { error: 'invalid' }).optional(),
      limit: digits(1, 50).optional(),
      cursor: cursor.optional(),
    }),
    output: page(reportSummary).extend({ pending: z.int() }),
    errors: denied,
  }),
  one: endpoint({
    ...admin,
    method: 'GET',
    path: '/admin/reports/{id}',
    summary: 'One report with what it is about; reading a conversation is logged',
    output: reportDetail,
    errors: [...denied, 'not_found'],
  }),
  resolve: endpoint({
    ...admin,
    method: 'POST',
    path: '/admin/reports/{id}/resolve',
    summary: 'The report was right and something was done',
    body: decisionBody,
    output: reportDetail,
    errors: [...denied, 'not_found', 'report_closed'],
  }),
  dismiss: endpoint({
    ...admin,
    method: 'POST',
    path: '/admin/reports/{id}/dismiss',
    summary: 'Nothing against the rules was found',
    body: decisionBody,
    output: reportDetail,
    errors: [...denied, 'not_found', 'report_closed'],
  }),
  message: endpoint({
    ...admin,
    method: 'POST',
    path: '/admin/reports/{id}/message',
    summary: 'Write to the reporter about a pending or resolved report; kept as a resolved support request',
    body: reportMessageBody,
    output: z.object({ sent: z.literal(true) }),
    errors: [...denied, 'not_found', 'report_closed', 'idempotency_key_reused'],
  }),
  hide: endpoint({
    ...admin,
    method: 'POST',
    path: '/admin/hidden-content',
    summary: 'Hide content from everyone; a picture is deleted. Its owner is notified of the reason',
    body: hidingBody,
    output: z.object({ hidden: z.literal(true) }),
    errors: [...denied, 'not_found'],
  }),
  show: endpoint({
    ...admin,
    method: 'DELETE',
    path: '/admin/hidden-content',
    summary: 'Show hidden content again; its owner is notified',
    body: hidingBody,
    output: z.object({ hidden: z.literal(false) }),
    errors: [...denied, 'not_found'],
  }),
}
