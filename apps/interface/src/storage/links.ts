/**
 * Signed addresses of objects: they open without a token, for as long as the person who signed them may open the object, and end with that person's session
 * and with a new password.
 */
import { errors, jwtVerify, SignJWT } from 'jose'
import type { ObjectPath } from '../ports/objects.ts'
import type { Ports } from '../ports/ports.ts'
import type { Caller } from '../ports/sessions.ts'
import { StorageError } from './errors.ts'
import { textOf } from './paths.ts'

export interface Links {
  /** Returns what signs for a reader, in the session of the request at hand. */
  signer(reader: Pick<Caller, 'id' | 'sessionId'>): Signer
  /**
   * Returns the person who signed the address; undefined where the session has ended or the password is another one by now. Throws for an address that is
   * forged, too old, or of another object.
   */
  readerOf(path: ObjectPath, token: unknown): Promise<string | undefined>
}

export interface Signer {
  /** Returns the address below `/storage/v1`. */
  sign(path: ObjectPath, seconds: number): Promise<string>
  /** Returns the address of a message's image, which the reader's program can show as it is; null without an image. */
  ofImage(message: { sender_id: string; image_url: string | null }): Promise<string | null>
}

const ALGORITHM = 'HS256'
/** A program keeps a conversation open for about that long before it reads the messages again. */
const IMAGE_SECONDS = 86_400

export function createLinks({ addressKeys, sessions, clock, origin }: Ports): Links {
  const now = () => Math.floor(clock.now().getTime() / 1000)
  return {
    signer(reader) {
      // One look-up for all addresses of a response.
      let looking: ReturnType<typeof sessions.markOf> | undefined
      const signer: Signer = {
        async sign(path, seconds) {
          const mark = await (looking ??= sessions.markOf(reader))
          const token = await new SignJWT({ url: textOf(path), session_id: reader.sessionId, mark })
            .setProtectedHeader({ alg: ALGORITHM })
            .setSubject(reader.id)
            .setIssuedAt(now())
            .setExpirationTime(now() + seconds)
            .sign(addressKeys[0])
          return `/object/sign/${textOf(path)}?token=${token}`
        },
        async ofImage({ sender_id: owner, image_url: url }) {
          const name = url?.split('/').at(-1)
          if (!name) return null
          return `${origin()}/storage/v1${await signer.sign({ bucket: 'chat-images', owner, name }, IMAGE_SECONDS)}`
        },
      }
      return signer
    },
    async readerOf(path, token) {
      const { url, sub: id = '', session_id: sessionId, mark } = await verify(String(token), addressKeys, clock.now())
      if (url !== textOf(path)) throw new StorageError(400, 'InvalidSignature', 'The url do not match the signature')
      // The version before named no session in its addresses.
      if (sessionId === undefined || mark === undefined) return undefined
      return (await sessions.markOf({ id, sessionId })) === mark ? id : undefined
    },
  }
}

interface Claims {
  url: unknown
  session_id?: string
  mark?: string
}

/** Returns the claims of a token that one of the keys signed. Throws for any other. */
async function verify(token: string, keys: readonly Uint8Array[], currentDate: Date) {
  const options = { algorithms: [ALGORITHM], currentDate, requiredClaims: ['sub', 'url', 'exp'] }
  for (const key of keys)
    try {
      return (await jwtVerify<Claims>(token, key, options)).payload
    } catch (error) {
      if (error instanceof errors.JWSSignatureVerificationFailed) continue
      if (error instanceof errors.JWTExpired) throw invalidToken('"exp" claim timestamp check failed')
      if (!(error instanceof errors.JOSEError)) throw error
      break
    }
  throw invalidToken('invalid signature')
}

const invalidToken = (message: string) => new StorageError(400, 'InvalidJWT', message)
