/** Port: whose session it is, and how sessions of programs begin, continue and end. */
import type { FastifyRequest } from 'fastify'

/** The person whose session a request has. */
export interface Caller {
  id: string
  email: string
  verified: boolean
  role: 'user' | 'admin'
  sessionId: string
  locale: string
  /** The account is protected by a second factor. */
  twoFactor: boolean
  /** How this session was authenticated: by one way in, or by the second factor, too. */
  aal: 'aal1' | 'aal2'
  /** How often the session got a new token. */
  rotations: number
  /** When the account will be deleted; null unless the person has requested that. */
  purgeAt: Date | null
  /** When the password, or a code in its place, was last given in this session. */
  authenticatedAt: Date
}

/** The holder of a program's session, which may not have passed the second factor yet. */
export interface Holder extends Caller {
  methods: { method: string; timestamp: number }[]
}

/** What a program gets for a session. */
export interface ProgramSession {
  accessToken: string
  refreshToken: string
  /** Seconds. */
  expiresIn: number
  userId: string
}

interface Arrival {
  userId: string
  /** How the person signed in, as the claim `amr` names it. */
  method: string
  /** Mark of the password that was shown. */
  passwordMark?: string | null
}

interface PasswordAttempt {
  email: string
  password: string
  ip: string
  locale: string
}

export interface Sessions {
  /** Returns the holder of the session that an access token names, or why there is none. Notes that the session is used. */
  ofToken(token: string): Promise<Holder | 'bad_token' | 'ended'>
  /** Returns the caller of a session; null when it has ended. */
  find(sessionId: string): Promise<Caller | null>
  /** Returns whether the session opens nothing but the step that shows the second factor. */
  owesFactor(caller: Caller): boolean
  /** Returns the signed-in caller with a confirmed address and no deletion under way. Errors: `unauthenticated`, `email_not_verified`, `account_closing`. */
  confirmed(caller: Caller | null): Caller
  isRecentlyAuthenticated(caller: Caller): boolean
  /** Returns a text that is another one once the person has another password; undefined for a session that has ended. */
  markOf(session: Pick<Caller, 'id' | 'sessionId'>): Promise<string | undefined>
  /** Returns the public keys of access tokens. */
  publicKeys(): Promise<unknown>
  /** Returns who has shown a right password, and the mark of it. Errors: `rate_limited`, `invalid_credentials`, `email_not_verified`, `account_suspended`. */
  checkPassword(attempt: PasswordAttempt): Promise<{ userId: string; mark: string }>
  /** Opens a session, and notes the sign-in for the account's owner to see. Errors: `account_suspended`, and `invalid_credentials` for a password that has changed meanwhile. */
  begin(request: FastifyRequest, arrival: Arrival): Promise<ProgramSession>
  /** Exchanges a refresh token for new tokens, or returns why it is refused. */
  refresh(refreshToken: string): Promise<ProgramSession | 'unknown' | 'ended' | 'used'>
  /** Gives a session new tokens after its account has changed; undefined when it has ended. */
  renew(caller: Caller): Promise<ProgramSession | undefined>
  /** Gives a session that has passed the second factor new tokens; undefined when it has ended. */
  raise(request: FastifyRequest, holder: Holder): Promise<ProgramSession | undefined>
  /** Ends the session at hand. */
  end(caller: Caller): Promise<void>
  /** Ends the other own sessions, or all. */
  endOwn(caller: Caller, scope: 'others' | 'all'): Promise<unknown>
}
