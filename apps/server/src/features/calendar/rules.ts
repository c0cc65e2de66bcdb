/** Pure rules of calendars: the private address of a feed. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const ID_BYTES = 16
const MAC_BYTES = 16

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const macOf = (secret: string, id: Buffer) =>
  createHmac('sha256', secret).update('calendar ').update(id).digest().subarray(0, MAC_BYTES)

/** Returns the part of a feed's address that identifies it: its id and 128 bits that only this installation can compute. */
export function feedToken(secret: string, id: string): string {
  const bytes = bytesOf(id)
  return Buffer.concat([bytes, macOf(secret, bytes)]).toString('base64url')
}

/** Returns the id of the feed with this file name; undefined for a name that this installation did not make. */
export function readFeedFile(secret: string, file: string): string | undefined {
  const [, token] = /^([\w-]{43})\.ics$/.exec(file) ?? []
  if (!token) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const id = bytes.subarray(0, ID_BYTES)
  const mac = bytes.subarray(ID_BYTES)
  // The last character has unused bits: other spellings of the same bytes are refused.
  if (bytes.toString('base64url') !== token || !timingSafeEqual(mac, macOf(secret, id))) return undefined
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
