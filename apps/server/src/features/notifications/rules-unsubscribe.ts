/** Pure rules of the addresses that switch alerts off: each names an account and a kind, and only this installation can make it. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type AlertKind, alertKinds } from '@samtur/contract/notifications'

const ID_BYTES = 16
const MAC_BYTES = 16

const macOf = (secret: string, id: Buffer, kind: AlertKind) =>
  createHmac('sha256', secret).update(`unsubscribe ${kind} `).update(id).digest().subarray(0, MAC_BYTES)

/** Returns the last part of the address: the account's id and 128 bits over it and the kind. */
export function unsubscribeToken(secret: string, userId: string, kind: AlertKind): string {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, macOf(secret, id, kind)]).toString('base64url')
}

/** Returns the account and the kind of an address; undefined for one that this installation did not make. */
export function readUnsubscribeToken(secret: string, token: string): { userId: string; kind: AlertKind } | undefined {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  // The last character has unused bits: other spellings of the same bytes are refused.
  if (bytes.toString('base64url') !== token) return undefined
  const id = bytes.subarray(0, ID_BYTES)
  const mac = bytes.subarray(ID_BYTES)
  const kind = alertKinds.find((one) => timingSafeEqual(mac, macOf(secret, id, one)))
  const userId = id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return kind && { userId, kind }
}

/** Returns the kinds whose mails go with those of one kind: a digest has what else would be single notifications. */
export const unsubscribed = (kind: AlertKind): AlertKind[] =>
  kind === 'ride_matched' || kind === 'wanted_digest' ? ['ride_matched', 'wanted_digest'] : [kind]
