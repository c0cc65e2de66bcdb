/** Pure rules of calendars: the private address of a feed. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const ID_BYTES = 16
const MAC_BYTES = 16

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const macOf = (secret: string, id: Buffer) =>
  createHmac('sha256', secret).update('calendar ').update(id).digest().subarray(0, MAC_BYTES)

/** What stands in a feed's address: its id, and 128 bits that only this installation can make and that are stored nowhere. */
export function feedToken(secret: string, id: string): string {
  const bytes = bytesOf(id)
  return Buffer.concat([bytes, macOf(secret, bytes)]).toString('base64url')
}

/** The id of the feed whose address this is the file of; undefined for anything we did not make. */
export function readFeedFile(secret: string, file: string): string | undefined {
  const [, token] = /^([\w-]{43})\.ics$/.exec(file) ?? []
  if (!token) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const id = bytes.subarray(0, ID_BYTES)
  const mac = bytes.subarray(ID_BYTES)
  // The last character has bits to spare: only as we write it.
  if (bytes.toString('base64url') !== token || !timingSafeEqual(mac, macOf(secret, id))) return undefined
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
