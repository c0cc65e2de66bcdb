/** Rules of what an administrator may do with an account. */
import type { ErrorCode } from '@samtur/contract/errors'

export interface Account {
  role: 'user' | 'admin'
  suspended_at: Date | null
  purge_at: Date | null
}

/** Returns why the account may not be suspended; undefined when it may. */
export function suspendRefusal(account: Account): ErrorCode | undefined {
  if (account.role === 'admin') return 'protected_account'
  if (account.suspended_at) return 'already_suspended'
  return undefined
}

/** Returns whether no other server may touch the account: an administrator's, and the one that is to become an administrator's. */
export const isOutOfReach = (
  { role, email }: { role: string; email: string },
  adminEmail: string | undefined,
): boolean => role === 'admin' || email === adminEmail

/** Returns why the account may not be deleted; undefined when it may. */
export function deleteRefusal(account: Account): ErrorCode | undefined {
  if (account.role === 'admin') return 'protected_account'
  if (account.purge_at) return 'already_closing'
  return undefined
}
