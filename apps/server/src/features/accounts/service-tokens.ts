/** Access tokens for API clients: JWTs (ES256) that name a session, and the keys that sign them. */
import { errors, exportJWK, generateKeyPair, importJWK, type JSONWebKeySet, type JWK, jwtVerify, SignJWT } from 'jose'
import { accessToken } from '@samtur/contract/constants'
import { isId } from '@samtur/contract/ids'
import type { Database } from '#platform/db/database'
import { decrypt, encrypt } from '#platform/encryption'
import type { Aal } from '#platform/http/context'
import { findPublicKey, findSigningKey, insertKey, KNOWN_DAYS, listPublicKeys } from './store-keys.ts'

const DAY_MS = 86_400_000
/** The one asymmetric kind that the client libraries of the service interface and the Web Crypto API of every browser verify. */
const ALGORITHM = 'ES256'
/** Audience and role of every signed-in person in the tokens of the service interface. */
const AUTHENTICATED = 'authenticated'

/** A session, and the number of its cookies until the token was made. */
export interface TokenSession {
  id: string
  rotations: number
}

/** A way in that a session has shown, and when, in seconds since 1970. */
export interface ShownMethod {
  method: string
  timestamp: number
}

export interface SignedSession {
  userId: string
  sessionId: string
  rotations: number
  aal: Aal
  /** Empty for a session that began on the product's own pages. */
  methods: readonly ShownMethod[]
}

export interface Tokens {
  /** Returns a token for the session, which is invalid once the session has another cookie. */
  sign(session: SignedSession): Promise<string>
  /** Returns the session of a token; undefined when the token is forged or too old. */
  sessionOf(token: string): Promise<TokenSession | undefined>
  /** Returns the public keys. */
  publicKeys(): Promise<JSONWebKeySet>
}

interface Options {
  db: Database
  secret: string
  /** Returns the address of this installation, which issues the tokens. */
  origin: () => string
}

export function createTokens({ db, secret, origin }: Options): Tokens {
  let looking: ReturnType<typeof signingKey> | undefined
  // Simultaneous requests share one look-up, so that only one of the first makes a key.
  const signing = () => (looking ??= signingKey(db, secret).finally(() => (looking = undefined)))
  const issuer = () => `${origin()}/auth/v1`
  const keys = new Map<string, NonNullable<Awaited<ReturnType<typeof readKey>>>>()
  const publicKey = async (id: string | undefined) => {
    const known = id && isId(id) ? (keys.get(id) ?? (await readKey(db, id))) : undefined
    if (!id || !known) throw new errors.JWKSNoMatchingKey()
    if (known.until > Date.now()) return keys.set(id, known) && known.key
    keys.delete(id)
    throw new errors.JWKSNoMatchingKey()
  }
  return {
    async sign({ userId, sessionId, rotations, aal, methods }) {
      const { id, key } = await signing()
      const claims = {
        session_id: sessionId,
        role: AUTHENTICATED,
        aal,
        amr: methods,
        is_anonymous: false,
        gen: rotations,
      }
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid: id, typ: 'JWT' })
        .setSubject(userId)
        .setIssuer(issuer())
        .setAudience(AUTHENTICATED)
        .setIssuedAt()
        .setExpirationTime(`${accessToken.minutes}m`)
        .sign(key)
    },
    async sessionOf(token) {
      try {
        const { payload } = await jwtVerify(token, ({ kid }) => publicKey(kid), {
          issuer: issuer(),
          audience: AUTHENTICATED,
          algorithms: [ALGORITHM],
          requiredClaims: ['sub', 'session_id', 'gen', 'iat', 'exp'],
          maxTokenAge: `${accessToken.minutes}m`,
        })
        const { session_id: id, gen } = payload as { session_id?: unknown; gen?: unknown }
        if (typeof id !== 'string' || !isId(id) || !Number.isSafeInteger(gen)) return undefined
        return { id, rotations: Number(gen) }
      } catch (error) {
        // A failure of the database does not make the token invalid.
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
    async publicKeys() {
      await signing()
      const rows = await listPublicKeys(db.read)
      return { keys: rows.map(({ id, public_key }) => published(id, JSON.parse(public_key) as JWK)) }
    },
  }
}

const published = (id: string, { kty, crv, x, y }: JWK): JWK => ({
  kty,
  crv,
  x,
  y,
  kid: id,
  alg: ALGORITHM,
  use: 'sig',
})

async function readKey({ read }: Database, id: string) {
  const row = await findPublicKey(read, id)
  if (!row) return undefined
  const key = await importJWK(JSON.parse(row.public_key) as JWK, ALGORITHM)
  return { key, until: row.created_at.getTime() + KNOWN_DAYS * DAY_MS }
}

/** Returns the newest key; makes a new one when there is none, it is too old, or it was encrypted with another secret. */
async function signingKey(db: Database, secret: string) {
  const row = await findSigningKey(db.read)
  const text = row && decrypt(row.private_key, secret)
  if (!row || !text) return makeKey(db, secret)
  return { id: row.id, key: await importJWK(JSON.parse(text) as JWK, ALGORITHM) }
}

async function makeKey(db: Database, secret: string) {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true })
  const [open, closed] = [await exportJWK(pair.publicKey), await exportJWK(pair.privateKey)]
  const { id } = await insertKey(db, {
    public_key: JSON.stringify(open),
    private_key: encrypt(JSON.stringify(closed), secret),
  })
  return { id, key: pair.privateKey }
}
