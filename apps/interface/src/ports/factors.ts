/** Port: the second factor of an account. */
import type { Caller } from './sessions.ts'

export interface Factors {
  /** Offers a factor and returns the address for the app. Error: `two_factor_already_on`. */
  offer(caller: Caller): Promise<string>
  /** Begins a challenge. Errors: `two_factor_off`, `rate_limited`. */
  begin(caller: Caller): Promise<{ value: string; until: Date }>
  /** Verifies a code; returns false for a challenge that is over. Errors: `two_factor_off`, `invalid_code`, `rate_limited`. */
  pass(caller: Caller, challenge: string, code: string): Promise<boolean>
  /** Removes the factor in a session that has shown it a moment ago. */
  remove(caller: Caller): Promise<void>
}
