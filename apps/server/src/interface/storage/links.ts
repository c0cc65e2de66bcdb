/** Signed addresses of objects: they open without a token, for as long as the person who signed them may open the object. */
import { createHmac } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Secrets } from '../../platform/auth/rotation.ts'
import type { Clock } from '../../platform/clock.ts'
import { StorageError } from './errors.ts'
import { type ObjectPath, textOf } from './paths.ts'

interface Options {
  /** An address that an earlier secret signed opens until it expires. */
  secrets: Secrets
  clock: Clock
  origin: () => string
}

export interface Links {
  /** Returns the address below `/storage/v1`. */
  sign(path: ObjectPath, reader: string, seconds: number): Promise<string>
  /** Returns the person who signed the address. Throws for one that is forged, too old, or of another object. */
  readerOf(path: ObjectPath, token: unknown): Promise<string>
  /** Returns the address of a message's image, which the reader's program can show as it is; null without an image. */
  ofImage(message: { sender_id: string; image_url: string | null }, reader: string): Promise<string | null>
}

const ALGORITHM = 'HS256'
/** A program keeps a conversation open for about that long before it reads the messages again. */
const IMAGE_SECONDS = 86_400

export function createLinks({ secrets: [newest, ...previous], clock, origin }: Options): Links {
  const key = keyOf(newest)
  const keys = [key, ...previous.map(keyOf)]
  const now = () => Math.floor(clock.now().getTime() / 1000)
  const links: Links = {
    async sign(path, reader, seconds) {
      const token = await new SignJWT({ url: textOf(path) })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(reader)
        .setIssuedAt(now())
        .setExpirationTime(now() + seconds)
        .sign(key)
      return `/object/sign/${textOf(path)}?token=${token}`
    },
    async readerOf(path, token) {
      const { url, sub = '' } = await verify(String(token), keys, clock.now())
      if (url !== textOf(path)) throw new StorageError(400, 'InvalidSignature', 'The url do not match the signature')
      return sub
    },
    async ofImage({ sender_id: owner, image_url: url }, reader) {
      const name = url?.split('/').at(-1)
      if (!name) return null
      return `${origin()}/storage/v1${await links.sign({ bucket: 'chat-images', owner, name }, reader, IMAGE_SECONDS)}`
    },
  }
  return links
}

const keyOf = (secret: string) => createHmac('sha256', secret).update('addresses of objects').digest()

/** Returns the claims of a token that one of the keys signed. Throws for any other. */
async function verify(token: string, keys: readonly Uint8Array[], currentDate: Date) {
  const options = { algorithms: [ALGORITHM], currentDate, requiredClaims: ['sub', 'url', 'exp'] }
  for (const key of keys)
    try {
      return (await jwtVerify<{ url: unknown }>(token, key, options)).payload
    } catch (error) {
      if (error instanceof errors.JWSSignatureVerificationFailed) continue
      if (error instanceof errors.JWTExpired) throw invalidToken('"exp" claim timestamp check failed')
      if (!(error instanceof errors.JOSEError)) throw error
      break
    }
  throw invalidToken('invalid signature')
}

const invalidToken = (message: string) => new StorageError(400, 'InvalidJWT', message)
