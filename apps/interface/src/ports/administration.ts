/** Port: what another server of the operator does with the service key. */
import type { Flow, User } from './accounts.ts'

/** An account as the operator's servers administer it. */
export interface ManagedUser extends User {
  suspended_at: Date | null
  purge_at: Date | null
}

interface Newcomer {
  name: string
  email: string
  locale: string
  /** Without one the owner of the mailbox sets it. */
  password?: string | undefined
  /** The operator has confirmed the address. */
  confirmed?: boolean | undefined
}

export type LinkPurpose = 'confirm' | 'sign_in' | 'reset'

interface Link {
  userId: string
  token: string
  purpose: LinkPurpose
  /** The id of the stored flow. */
  flow: string | undefined
}

interface Action {
  userId: string
  reason: string
}

export interface Administration {
  find(userId: string): Promise<ManagedUser | undefined>
  findByAddress(email: string): Promise<{ email_verified: boolean } | undefined>
  /** Returns a page of the accounts, newest first, and the number of all. */
  list(page: { page: number; perPage: number }): Promise<{ rows: ManagedUser[]; total: number }>
  /** Returns whether no other server may touch the account. */
  isOutOfReach(user: ManagedUser): boolean
  /** Returns a reason in a language that names who decided. */
  reasonIn(locale: string): string
  /** Creates an account and returns its id. Sends no mail. Errors: those of the fields, `already_registered`, `protected_account`. */
  create(person: Newcomer): Promise<string>
  /** Creates an account without a password and mails its link. Returns the account's id. */
  invite(person: Newcomer, flow: Flow | undefined): Promise<string>
  makeLink(wanted: { email: string; purpose: LinkPurpose }, flow: Flow | undefined): Promise<Link>
  /** Changes an account, all or nothing. Errors: those of the fields, `already_registered`, `protected_account`. */
  change(
    userId: string,
    changes: { name?: string | undefined; password?: string | undefined; email?: string | undefined },
  ): Promise<void>
  suspend(action: Action): Promise<void>
  lift(action: Action): Promise<void>
  remove(action: Action): Promise<void>
  liftFactor(userId: string): Promise<void>
  endSessions(userId: string, which: 'all' | { only: string } | { except: string }): Promise<unknown>
}
