/** Port: the account behind a session: signing up, its password and address, and the mails that change them. */
import type { Caller } from './sessions.ts'

/** How the program names a flow, as its library does. */
export type FlowKind = 'signup' | 'magiclink' | 'recovery' | 'invite' | 'email_change' | 'oauth' | 'sso'

/** What a program shows of its verifier when it begins a flow (RFC 7636). */
export interface Challenge {
  text: string
  method: 's256' | 'plain'
}

/** A flow that begins in a program and ends by leading the browser back to it. */
export interface Flow {
  kind: FlowKind
  /** An address that `redirectTarget` has allowed. */
  redirectTo: string
  /** Null for a program that takes the tokens from the address. */
  challenge: Challenge | null
}

/** A program that requests a mail. */
export interface Requester {
  /** Mark of its network, see `networkMark`. */
  network: string
  /** Missing where the program sends neither an address to continue to nor a challenge. */
  flow?: Flow | undefined
}

/** An account as its owner's programs see it. */
export interface User {
  id: string
  name: string
  email: string
  email_verified: boolean
  role: 'user' | 'admin'
  locale: string
  created_at: Date
  updated_at: Date
  last_sign_in_at: Date | null
  /** The address that waits for its confirmation. */
  new_email: string | null
  identities: { id: string; account_id: string; provider_id: string; created_at: string; updated_at: string }[]
  factor: { created_at: string; confirmed_at: string | null } | null
}

export type MailPurpose = 'confirm' | 'sign_in' | 'reset' | 'change_email'

interface Visitor {
  name: string
  email: string
  password: string
  locale: string
  requester: Requester
}

interface MailTo {
  email: string
  ip: string
  locale: string
}

export interface Accounts {
  find(userId: string): Promise<User | undefined>
  /** Returns a typed address as accounts store it; undefined when DNS has no room for the domain. */
  storedAddress(typed: string): string | undefined
  /** Returns a mark of the network that an address belongs to. */
  networkMark(ip: string): string
  /** Returns the address to which a flow leads; undefined where the configuration does not allow the requested one. */
  redirectTarget(requested: string | undefined): string | undefined
  /** Creates an account that has to be confirmed by mail. Errors: those of the fields, `rate_limited`, `already_registered`. */
  signUp(
    visitor: Visitor,
    ip: string,
  ): Promise<Pick<User, Exclude<keyof User, 'last_sign_in_at' | 'new_email' | 'identities' | 'factor'>>>
  /** Mails the link of a sign-up again. Error: `rate_limited`, as of each request of a mail. */
  requestConfirmation(to: MailTo, requester: Requester): Promise<void>
  requestReset(to: MailTo, requester: Requester): Promise<void>
  requestSignIn(to: MailTo, requester: Requester): Promise<void>
  requestNewEmail(caller: Caller, newEmail: string, requester: Requester): Promise<void>
  requestReauthenticationCode(caller: Caller): Promise<void>
  /** Errors: those of the field, `invalid_code`, `wrong_password`, `reauthentication_required`, `rate_limited`. */
  changePassword(
    caller: Caller,
    newPassword: string,
    proof: { nonce: string | undefined; currentPassword: string | undefined },
  ): Promise<void>
  /** Uses a mailed token or code up; returns its account and the way in. Errors: `invalid_token`, `rate_limited`. */
  verify(
    mailed: { token: string } | { email: string; code: string },
    purposes: readonly MailPurpose[],
    visit: { ip: string; signedInAs: string | undefined },
  ): Promise<{ userId: string; method: string }>
  /** Exchanges the code of a flow for its account and the way in, or returns why it is refused. */
  exchangeCode(shown: {
    code: string
    verifier: string
  }): Promise<{ userId: string; method: string } | 'unknown' | 'expired' | 'wrong_verifier'>
}
