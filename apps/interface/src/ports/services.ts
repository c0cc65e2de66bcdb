/** Port: signing in and linking at other services. */
import type { FastifyRequest } from 'fastify'
import type { Flow } from './accounts.ts'
import type { Caller } from './sessions.ts'

/** An account at another service. */
export interface ServiceIdentity {
  provider: string
  /** Its lasting id there. */
  subject: string
  email: string | undefined
  /** The service has confirmed the address. */
  emailVerified: boolean
}

/** An identity, and what is remembered of its token, which works once. */
export interface ShownIdentity extends ServiceIdentity {
  tokenHash: string
  tokenExpiresAt: Date
}

export type IdTokenProblem = 'invalid' | 'wrong_audience' | 'wrong_nonce'

/** Why an identity opens or links nothing: the service has not confirmed its address, no account has it, or it is linked to another account. */
export type ServiceRefusal = 'not_confirmed' | 'no_account' | 'already_linked'

/** A service that has described itself. */
export interface Service {
  /** Returns whose ID token it is, or what is wrong with it. Error: `provider_refused`. */
  identityOfToken(token: string, nonce: string | undefined): Promise<ShownIdentity | IdTokenProblem>
  /** Returns the address of the service's page on which a visit begins. */
  pageOf(visitId: string): Promise<string>
  /** Returns who comes back with this query; undefined for one without a code. Throws where anything in the service's responses is wrong. */
  identityOfCode(query: unknown, visitId: string): Promise<ServiceIdentity | undefined>
}

export interface Services {
  /** Counts a visit or an ID token of a network. Error: `rate_limited`. */
  count(ip: string): Promise<void>
  /** Error: `provider_refused` for a service that is away. */
  ready(id: string): Promise<Service>
  /** Logs why a visit to a service has failed. */
  note(id: string, error: unknown): void
  /** Uses an ID token up; returns false for one that was used before. */
  spendToken(identity: ShownIdentity): Promise<boolean>
  /** Returns the account that an identity opens. */
  open(identity: ServiceIdentity): Promise<{ userId: string } | ServiceRefusal>
  /** Links an identity to the caller's account. */
  link(caller: Caller, identity: ServiceIdentity): Promise<{ userId: string } | ServiceRefusal>
  /** Errors: `not_found`, `last_way_in`. */
  unlink(caller: Caller, identityId: string): Promise<void>
  /** Returns the state with which the service leads back from a visit, and by which the return is led on to this interface. */
  stateOf(visit: { id: string; provider: string }): string
  /** Ends a visit that has identified the account, with a code or a session; returns the address to which the browser continues. */
  endVisit(request: FastifyRequest, flow: Flow, userId: string): Promise<string>
  /** Returns the address to which the browser continues after a refused visit. */
  refuseVisit(flow: Flow, reason: { code: string; message: string }): string
  /** The signed cookie that keeps a visit in its browser. */
  visitCookie: {
    sign(text: string): string
    /** Returns the signed text; undefined for one that is forged, or signed for another purpose. */
    signed(value: string): string | undefined
    /** Returns the header that sets it. */
    set(value: string, seconds: number): string
    read(cookies: string | undefined): string | undefined
  }
}
