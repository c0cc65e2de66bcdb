/** Rows of the privacy slice → responses and files. */
import type { DataExport } from '@samtur/contract/privacy'
import type { Secrets } from '#platform/rotation'
import { exportToken, hashToken } from './rules.ts'
import type { Conversation, ExportRow, OwnMessage } from './views.ts'

/** Shows the address while it works, and only to a recently authenticated session: an open page must not give the data to others. */
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

/** Returns the token of an export under the secret with which it was begun. */
const tokenOf = ({ id, token_hash: hash }: ExportRow, secrets: Secrets) =>
  secrets.map((secret) => exportToken(secret, id)).find((token) => hashToken(token) === hash)

/** Returns a message for the file; one of the other person without its text. */
export function presentMessage({ seq, at, own }: OwnMessage, { shown }: Conversation): Record<string, unknown> {
  return own ? { seq, at, from: 'me', ...own } : { seq, at, from: shown['with'] }
}
