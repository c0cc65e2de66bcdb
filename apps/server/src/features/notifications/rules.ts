/** Pure rules of notifications: what a fact is told with, positions in the list, and browsers that may be registered. */
import { ECDH } from 'node:crypto'
import type { NotificationKind, NotificationParams } from '@samtur/contract/notifications'
import { invalidField } from '#platform/http/errors'

/** One fact for one reader, as the slices announce it. */
export interface NotificationInput {
  /** Account of the reader; nothing happens where it is gone, shut or being deleted. */
  to: string
  kind: NotificationKind
  params: NotificationParams
  /** The page where more is to be seen, from `/` on. */
  path: string
  /** Names the fact: the same reader is notified of it once, however often it is announced. */
  dedupeKey?: string
  /** Account of the other person, whose name and reason go with that account. */
  about?: string
}

/** Is this the address of a push service that the server may call? */
export type PushService = (endpoint: URL) => boolean

interface Keys {
  endpoint: string
  p256dh: string
  auth: string
}

/** Throws `validation` for an address that is no push service's, and for keys with which nothing can be encrypted. */
export function checkDevice({ endpoint, p256dh, auth }: Keys, isService: PushService): void {
  if (!URL.canParse(endpoint) || !isService(new URL(endpoint))) throw invalidField('endpoint', 'invalid')
  if (!isPoint(Buffer.from(p256dh, 'base64url')) || Buffer.from(auth, 'base64url').length !== 16)
    throw invalidField('keys', 'invalid')
}

/** A point of the curve P-256, uncompressed. */
function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return true
  } catch {
    return false
  }
}

/** Browser and system, as far as they are known. */
export function deviceName({ browser, system }: { browser: string; system: string }): string | null {
  return [browser, system].filter((part) => part !== '').join(', ') || null
}

export const encodePosition = (id: string): string => Buffer.from(id).toString('base64url')

/** Throws `validation` for anything we did not write. */
export function decodePosition(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString('latin1')
  if (!/^\d{1,18}$/.test(id)) throw invalidField('cursor', 'invalid')
  return id
}
