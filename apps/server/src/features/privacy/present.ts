/** Rows of the privacy slice → responses and files. */
import type { DataExport } from '@samtur/contract/privacy'
import type { Secrets } from '#platform/auth/rotation'
import { exportToken, hashToken } from './rules.ts'
import type { Conversation, ExportRow, OwnMessage } from './views.ts'

/** The address is shown while it works, and to a fresh session only: a page left open must not give everything away. */
export function presentExport(row: ExportRow, secrets: Secrets, isRecentlyAuthenticated: boolean): DataExport {
  const there = row.file_key !== null
  return {
    status: row.status,
    progress: row.progress,
    url: there && isRecentlyAuthenticated ? `/files/exports/${tokenOf(row, secrets)}` : null,
    locked: there && !isRecentlyAuthenticated,
    expires_at: row.expires_at.toISOString(),
    bytes: row.bytes,
  }
}

/** The export was begun under one of the secrets. */
const tokenOf = ({ id, token_hash: hash }: ExportRow, secrets: Secrets) =>
  secrets.map((secret) => exportToken(secret, id)).find((token) => hashToken(token) === hash)

/** A message as it is written to the file: the other side's without its text. */
export function presentMessage({ seq, at, own }: OwnMessage, { shown }: Conversation): Record<string, unknown> {
  return own ? { seq, at, from: 'me', ...own } : { seq, at, from: shown['with'] }
}
