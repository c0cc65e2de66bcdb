/** Who may rate: an accepted passenger, once, after departure. */
import type { ErrorCode } from '@samtur/contract/errors'

export interface Occasion {
  status: 'pending' | 'accepted' | 'rejected' | 'cancelled'
  departure: Date
  now: Date
  rated: boolean
}

export function refusal({ status, departure, now, rated }: Occasion): ErrorCode | undefined {
  if (status !== 'accepted') return 'not_accepted'
  if (departure > now) return 'not_departed'
  if (rated) return 'already_rated'
  return undefined
}
