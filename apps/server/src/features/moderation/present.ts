/** Moderation rows → responses. */
import type { AuditEntry, UserDetail, UserSummary } from '@samtur/contract/moderation'
import type { ReportDetail, ReportedMessage, ReportSummary } from '@samtur/contract/reports'
import { chatImageUrl } from '@samtur/contract/uploads'
import { deviceOf } from '#features/accounts/port'
import { pictureUrl } from '#features/profiles/port'
import type { EarlierRow, ReportDetailRow, ReportedMessageRow, ReportRow } from './views-reports.ts'
import type { AuditRow, BlockRow, SessionRow, UserDetailRow, UserRow } from './views.ts'

export function presentBlock(row: BlockRow) {
  return {
    user: { id: row.id, full_name: row.full_name, profile_picture: pictureUrl(row.picture_key) },
    created_at: row.created_at.toISOString(),
  }
}

export function presentUser(row: UserRow): UserSummary {
  return {
    id: row.id,
    full_name: row.full_name,
    email: row.email,
    profile_picture: pictureUrl(row.picture_key),
    role: row.role,
    state: row.state,
    created_at: row.created_at.toISOString(),
    last_active_on: row.last_active_on,
  }
}

export function presentUserDetail(row: UserDetailRow): UserDetail {
  return {
    ...presentUser(row),
    is_driver: row.is_driver,
    two_factor_enabled: row.two_factor_enabled,
    suspended: row.suspended_at && { at: row.suspended_at.toISOString(), reason: row.suspended_reason ?? '' },
    purge_at: row.purge_at?.toISOString() ?? null,
    sessions: row.sessions.map(presentSession),
    counts: { rides: row.rides, reservations: row.reservations, not_met: row.not_met },
    audit: row.audit.map(presentAuditEntry),
  }
}

function presentSession({ id, created_at, user_agent, last_active_on }: SessionRow) {
  return { id, created_at: new Date(created_at).toISOString(), device: deviceOf(user_agent), last_active_on }
}

export function presentAuditEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: new Date(row.at).toISOString(),
    actor: row.actor_id === null ? null : { id: row.actor_id, full_name: row.actor_name ?? '' },
    action: row.action,
    subject: row.subject_id === null ? null : { id: row.subject_id, full_name: row.subject_name ?? '' },
    reason: row.reason,
    details: row.details,
  }
}

const instant = (at: Date | string) => new Date(at).toISOString()

const presentNamed = ({ id, full_name }: { id: string; full_name: string }) => ({ id, full_name })

const presentOne = ({ picture_key, ...named }: ReportRow['reported']) => ({
  ...presentNamed(named),
  profile_picture: pictureUrl(picture_key),
})

function aboutOf({ reporter, rating_id, chat_id }: EarlierRow): ReportSummary['about'] {
  if (!reporter) return 'prices'
  return rating_id ? 'comment' : chat_id ? 'conversation' : 'person'
}

function presentEarlier(row: EarlierRow): Omit<ReportSummary, 'reported'> {
  return {
    id: row.id,
    reporter: row.reporter && presentOne(row.reporter),
    about: aboutOf(row),
    category: row.category,
    reason: row.reason,
    status: row.status,
    created_at: instant(row.created_at),
    reviewed_at: row.reviewed_at && instant(row.reviewed_at),
    reviewed_by: row.reviewed_by && presentNamed(row.reviewed_by),
  }
}

export const presentReport = (row: ReportRow): ReportSummary => ({
  ...presentEarlier(row),
  reported: presentOne(row.reported),
})

export function presentReportDetail(row: ReportDetailRow): ReportDetail {
  return {
    ...presentReport(row),
    decision: row.decision,
    comment: row.comment,
    messages: row.messages.map(presentReportedMessage),
    earlier: row.earlier.map(presentEarlier),
    reported_state: row.reported_state ?? 'closing',
    rides: row.rides.map((ride) => ({ ...ride, departure_time: instant(ride.departure_time) })),
    log: row.log.map(presentAuditEntry),
  }
}

const presentReportedMessage = ({ image_key, created_at, ...row }: ReportedMessageRow): ReportedMessage => ({
  ...row,
  image_url: image_key === null ? null : chatImageUrl(image_key),
  created_at: instant(created_at),
})
