/** A person's own data: taking it along, and deleting the account. */
import { z } from './zod.ts'
import { endpoint, instant } from './endpoint.ts'

export const dataExport = z.object({
  status: z.enum(['building', 'ready', 'failed']),
  /** 0 to 1. */
  progress: z.number().min(0).max(1),
  /** Works once, for a day, and in a fresh session only; null until it is ready, after it was used, and while it is locked. */
  url: z.string().nullable(),
  /** Ready, but this session must show the password (or a mailed code) once more to have it. */
  locked: z.boolean(),
  expires_at: instant,
  /** Of the finished file. */
  bytes: z.int().nullable(),
})
export type DataExport = z.infer<typeof dataExport>

const closing = z.object({ purge_at: instant })

export const privacy = {
  startExport: endpoint({
    access: 'signed-in',
    method: 'POST',
    path: '/me/export',
    tag: 'privacy',
    summary: 'Collect all own data in one file (ZIP with JSON and own pictures); the session must be fresh',
    output: dataExport,
    errors: ['reauthentication_required', 'email_not_verified', 'rate_limited'],
  }),
  currentExport: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/me/export',
    tag: 'privacy',
    summary: 'How far the newest file is; null without one',
    output: dataExport.nullable(),
  }),
  close: endpoint({
    access: 'signed-in',
    method: 'POST',
    path: '/me/deletion',
    tag: 'privacy',
    summary:
      'Delete the own account: rides and reservations ahead are cancelled at once, everything else after 14 days; the session must be fresh',
    output: closing,
    errors: ['reauthentication_required', 'already_closing', 'protected_account', 'rate_limited'],
  }),
  keep: endpoint({
    access: 'signed-in',
    method: 'DELETE',
    path: '/me/deletion',
    tag: 'privacy',
    summary: 'Keep the account after all; what was cancelled stays cancelled',
    output: z.object({ kept: z.literal(true) }),
    errors: ['not_closing'],
  }),
}
