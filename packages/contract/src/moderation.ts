/** Moderation: blocks between two people, and what the administrator may do with accounts. */
import { z } from './zod.ts'
import { countries, lengths } from './constants.ts'
import { bodyId, cursor, day, endpoint, id, instant, page } from './endpoint.ts'
import { email, ownSession, roles } from './accounts.ts'
import { digits } from './numbers.ts'
import { multiLine, oneLine } from './text.ts'

const block = z.object({
  user: z.object({ id, full_name: z.string(), profile_picture: z.string().nullable() }),
  created_at: instant,
})

/** The reason; stored, and sent to the person. */
export const reasonBody = z.strictObject({ reason: multiLine(lengths.reason) })
/** `report_id`: in the course of which report. */
export const suspendBody = reasonBody.extend({ report_id: bodyId.nullish() })
export const inviteBody = z.strictObject({ email })

export const reportCategories = ['behaviour', 'driving', 'no_show', 'money', 'fake', 'other'] as const
export type ReportCategory = (typeof reportCategories)[number]

/** `chat_id`: the conversation it is about; the administrator may read it up to now. */
export const reportBody = z.strictObject({
  reported_id: bodyId,
  category: z.enum(reportCategories, { error: 'invalid' }).nullish(),
  reason: multiLine(lengths.report),
  chat_id: bodyId.nullish(),
})
export type ReportBody = z.input<typeof reportBody>

export const userStates = ['active', 'unconfirmed', 'suspended', 'closing'] as const
export type UserState = (typeof userStates)[number]

export const auditActions = [
  'user_suspended',
  'user_lifted',
  'user_deleted',
  'sessions_ended',
  'second_factor_lifted',
  'administrator_made',
  'person_invited',
  'user_created',
  'link_made',
  'address_change_begun',
  'address_changed',
  'password_set',
  'user_renamed',
  'rate_set',
  'rate_removed',
  'meeting_point_added',
  'meeting_point_changed',
  'meeting_point_retired',
  'meeting_point_restored',
  'meeting_point_dismissed',
  'meeting_points_imported',
  'report_read',
  'report_resolved',
  'report_dismissed',
  'reporter_messaged',
  'content_hidden',
  'content_shown',
  'support_exported',
  'support_resolved',
  'mail_resent',
  'mails_resent',
] as const
export type AuditAction = (typeof auditActions)[number]

export const userSummary = z.object({
  id,
  full_name: z.string(),
  email: z.string(),
  profile_picture: z.string().nullable(),
  role: z.enum(roles),
  state: z.enum(userStates),
  created_at: instant,
  /** The day of the last request; administrators see no exact time. */
  last_active_on: day,
})
export type UserSummary = z.infer<typeof userSummary>

export const auditDetails = z.object({
  /** Another server acted, with the service key. */
  by: z.literal('service_key').optional(),
  ended: z.int().optional(),
  email: z.string().optional(),
  country: z.enum(countries).optional(),
  valid_from: day.optional(),
  ore_per_km: z.int().optional(),
  /** A meeting point: its id, its name, and its place in the gazetteer. */
  meeting_point_id: z.string().optional(),
  name: z.string().optional(),
  place_id: z.int().optional(),
  report_id: z.string().optional(),
  request_id: z.string().optional(),
  /** Kind of what was hidden, and its id. */
  kind: z.string().optional(),
  content_id: z.string().optional(),
  /** How many mails, or rows of an export, and of what. */
  rows: z.int().optional(),
  q: z.string().optional(),
  status: z.string().optional(),
  type: z.string().optional(),
})
export type AuditDetails = z.infer<typeof auditDetails>

export const auditEntry = z.object({
  id: z.string(),
  at: instant,
  /** Null where the product acted by itself. */
  actor: z.object({ id, full_name: z.string() }).nullable(),
  action: z.enum(auditActions),
  subject: z.object({ id, full_name: z.string() }).nullable(),
  reason: z.string().nullable(),
  /** What more there is to know: how many sessions ended, the address that was invited, in part, or which rate it was. */
  details: auditDetails,
})
export type AuditEntry = z.infer<typeof auditEntry>

export const userDetail = userSummary.extend({
  is_driver: z.boolean(),
  two_factor_enabled: z.boolean(),
  suspended: z.object({ at: instant, reason: z.string() }).nullable(),
  purge_at: instant.nullable(),
  /** Without IP addresses, which would reveal where the person was. */
  sessions: z.array(ownSession.pick({ id: true, created_at: true, device: true }).extend({ last_active_on: day })),
  counts: z.object({
    rides: z.int(),
    reservations: z.int(),
    /** Trips of the last 12 months of which the other side said that the person was not met, and no code shows the opposite. */
    not_met: z.int(),
  }),
  audit: z.array(auditEntry),
})
export type UserDetail = z.infer<typeof userDetail>

const admin = { access: 'admin', tag: 'moderation' } as const

export const moderation = {
  blocks: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/me/blocks',
    tag: 'moderation',
    summary: 'People the caller has blocked; never who blocked the caller',
    output: z.object({ items: z.array(block) }),
  }),
  block: endpoint({
    access: 'participant',
    method: 'PUT',
    path: '/me/blocks/{userId}',
    tag: 'moderation',
    summary: 'Block a person; repeating it changes nothing',
    output: z.object({ blocked: z.literal(true) }),
    errors: ['not_found', 'validation'],
  }),
  unblock: endpoint({
    access: 'confirmed',
    method: 'DELETE',
    path: '/me/blocks/{userId}',
    tag: 'moderation',
    summary: 'Lift an own block',
    output: z.object({ blocked: z.literal(false) }),
  }),
  report: endpoint({
    access: 'participant',
    method: 'POST',
    path: '/reports',
    tag: 'moderation',
    summary: 'Report a person to the administrators, who see the reason and the reporter; the person is not notified',
    body: reportBody,
    output: z.object({ id, created_at: instant }),
    status: 201,
    errors: ['not_found', 'rate_limited', 'idempotency_key_reused'],
  }),
  users: endpoint({
    ...admin,
    method: 'GET',
    path: '/admin/users',
    summary: 'Accounts, newest first; `q` is part of a name or an address',
    query: z.strictObject({
      q: oneLine(lengths.email).optional(),
      state: z.enum(userStates, { error: 'invalid' }).optional(),
      limit: digits(1, 50).optional(),
      cursor: cursor.optional(),
    }),
    output: page(userSummary).extend({ total: z.int() }),
    errors: ['forbidden', 'two_factor_required'],
  }),
  user: endpoint({
    ...admin,
    method: 'GET',
    path: '/admin/users/{id}',
    summary: 'One account with its sessions and what was done to it',
    output: userDetail,
    errors: ['forbidden', 'two_factor_required', 'not_found'],
  }),
  suspend: endpoint({
    ...admin,
    method: 'POST',
    path: '/admin/users/{id}/suspend',
    summary: 'Shut an account: its sessions and connections end within a second, its rides are not found any more',
    body: suspendBody,
    output: userDetail,
    errors: ['forbidden', 'two_factor_required', 'not_found', 'protected_account', 'already_suspended'],
  }),
  lift: endpoint({
    ...admin,
    method: 'POST',
    path: '/admin/users/{id}/lift',
    summary: 'Open a shut account again',
    body: reasonBody,
    output: userDetail,
    errors: ['forbidden', 'two_factor_required', 'not_found', 'not_suspended'],
  }),
  liftSecondFactor: endpoint({
    ...admin,
    method: 'POST',
    path: '/admin/users/{id}/lift-second-factor',
    summary:
      'Remove a second factor that its owner has lost; the person gets the reason by mail and is signed out everywhere',
    body: reasonBody,
    output: userDetail,
    errors: [
      'forbidden',
      'two_factor_required',
      'reauthentication_required',
      'not_found',
      'protected_account',
      'two_factor_off',
    ],
  }),
  endUserSessions: endpoint({
    ...admin,
    method: 'DELETE',
    path: '/admin/users/{id}/sessions',
    summary: 'Sign a person out everywhere',
    output: z.object({ ended: z.int() }),
    errors: ['forbidden', 'two_factor_required', 'not_found'],
  }),
  deleteUser: endpoint({
    ...admin,
    method: 'DELETE',
    path: '/admin/users/{id}',
    summary: 'Delete an account as if the person had requested it; it is suspended until then',
    body: reasonBody,
    output: userDetail,
    errors: ['forbidden', 'two_factor_required', 'not_found', 'protected_account', 'already_closing'],
  }),
  invite: endpoint({
    ...admin,
    method: 'POST',
    path: '/admin/invitations',
    summary: 'Mail a link to sign-up; once a day for each address',
    body: inviteBody,
    output: z.object({ invited: z.literal(true) }),
    errors: ['forbidden', 'two_factor_required', 'already_registered', 'rate_limited'],
  }),
  auditLog: endpoint({
    ...admin,
    method: 'GET',
    path: '/admin/audit-log',
    summary: 'What administrators did, newest first',
    query: z.strictObject({ limit: digits(1, 50).optional(), cursor: cursor.optional() }),
    output: page(auditEntry),
    errors: ['forbidden', 'two_factor_required'],
  }),
}
