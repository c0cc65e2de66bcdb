/** Rules of notifications: the input of one, positions in the list, and the browsers that may be registered. */
import { ECDH } from 'node:crypto'
import type { NotificationKind, NotificationParams } from '@samtur/contract/notifications'
import { invalidField } from '#platform/http/errors'

/** One event for one reader, as the other slices report it. */
export interface NotificationInput {
  /** Account of the reader; nothing is stored where it is gone, suspended or being deleted. */
  to: string
  kind: NotificationKind
  params: NotificationParams
  /** Path of the page that the notification opens. */
  path: string
  /** Names the event: a reader gets one notification for each key. */
  dedupeKey?: string
  /** Account of the other person; name and reason are removed with it. */
  about?: string
  /**
   * `list` shows it on the page alone; mail and push message follow with the same `dedupeKey` and `messages`. Without it, everything is sent at
   * once.
   */
  stage?: 'list' | 'messages'
}

/** Returns whether this is the address of a push service that the server may call. */
export type PushService = (endpoint: URL) => boolean

interface Keys {
  endpoint: string
  p256dh: string
  auth: string
}

/** Throws `validation` for an address that is not a push service's, and for keys that cannot encrypt. */
export function checkDevice({ endpoint, p256dh, auth }: Keys, isService: PushService): void {
  if (!URL.canParse(endpoint) || !isService(new URL(endpoint))) throw invalidField('endpoint', 'invalid')
  if (!isPoint(Buffer.from(p256dh, 'base64url')) || Buffer.from(auth, 'base64url').length !== 16)
    throw invalidField('keys', 'invalid')
}

/** Returns whether the bytes are an uncompressed point of the curve P-256. */
function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return true
  } catch {
    return false
  }
}

/** Returns browser and system, as far as they are known. */
export function deviceName({ browser, system }: { browser: string; system: string }): string | null {
  return [browser, system].filter((part) => part !== '').join(', ') || null
}

export const encodePosition = (id: string): string => Buffer.from(id).toString('base64url')

/** Throws `validation` for a text that `encodePosition` did not return. */
export function decodePosition(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString('latin1')
  if (!/^\d{1,18}$/.test(id)) throw invalidField('cursor', 'invalid')
  return id
}
