/** Private addresses: an id and 128 bits that only this installation can compute. Nothing has to be stored to recognise one. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const ID_BYTES = 16
const MAC_BYTES = 16
/** Characters of an id with its signature. */
const LENGTH = 43

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const macOf = (secret: string, purpose: string, id: Buffer) =>
  createHmac('sha256', secret).update(`${purpose} `).update(id).digest().subarray(0, MAC_BYTES)

/** Returns the id with its signature for a purpose; the signature of one purpose is not valid for another. */
export function signId(secret: string, purpose: string, id: string): string {
  const bytes = bytesOf(id)
  return Buffer.concat([bytes, macOf(secret, purpose, bytes)]).toString('base64url')
}

/** Returns the id that was signed with one of the secrets; undefined for any other text. */
export function readSignedId(secrets: readonly string[], purpose: string, token: string): string | undefined {
  if (token.length !== LENGTH) return undefined
  const bytes = Buffer.from(token, 'base64url')
  // The last character has unused bits: other spellings of the same bytes are refused.
  if (bytes.toString('base64url') !== token) return undefined
  const id = bytes.subarray(0, ID_BYTES)
  const mac = bytes.subarray(ID_BYTES)
  if (!secrets.some((secret) => timingSafeEqual(mac, macOf(secret, purpose, id)))) return undefined
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
