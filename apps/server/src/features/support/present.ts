/** Support rows → responses. Only the administrators' responses contain the notes and who reviewed a request. */
import type {
  ExportedRequest,
  OwnRequest,
  OwnRequestDetail,
  RequestDetail,
  RequestSummary,
  SupportMessage,
} from '@samtur/contract/support'
import { pictureUrl } from '#features/profiles/port'
import type { CommonRow, DetailRow, MessageRow, OwnDetailRow, OwnRow, SummaryRow } from './views.ts'
import type { ExportedRow } from './views-search.ts'

/** Instants inside JSON are texts. */
const instant = (at: Date | string) => new Date(at).toISOString()

const common = ({ id, request_type, subject, status, origin, created_at, updated_at }: CommonRow) => ({
  id,
  request_type,
  subject,
  status,
  origin,
  created_at: instant(created_at),
  updated_at: instant(updated_at),
})

export const presentMessage = ({ id, seq, author, content, created_at }: MessageRow): SupportMessage => ({
  id,
  seq,
  author,
  content,
  created_at: instant(created_at),
})

export const presentOwn = (row: OwnRow): OwnRequest => ({
  ...common(row),
  description: row.description,
  admin_reply: row.admin_reply,
})

export const presentOwnDetail = (row: OwnDetailRow): OwnRequestDetail => ({
  ...presentOwn(row),
  messages: row.messages.map(presentMessage),
})

export const presentSummary = (row: SummaryRow): RequestSummary => ({
  ...common(row),
  name: row.name,
  email: row.email,
  user:
    row.user_id === null
      ? null
      : {
          id: row.user_id,
          full_name: row.full_name ?? '',
          profile_picture: pictureUrl(row.picture_key),
        },
  waiting: row.waiting,
})

export const presentDetail = (row: DetailRow): RequestDetail => ({
  ...presentSummary(row),
  description: row.description,
  messages: row.messages.map(presentMessage),
  admin_notes: row.admin_notes,
  reviewed_at: row.reviewed_at && instant(row.reviewed_at),
  reviewed_by: row.reviewed_by === null ? null : { id: row.reviewed_by, full_name: row.reviewer ?? '' },
  others: row.others.map(common),
})

export const presentExported = (row: ExportedRow): ExportedRequest => ({
  ...common(row),
  name: row.name,
  email: row.email,
  user_id: row.user_id,
  description: row.description,
  admin_reply: row.admin_reply,
  admin_notes: row.admin_notes,
  reviewed_at: row.reviewed_at && instant(row.reviewed_at),
  reviewed_by: row.reviewer,
})
