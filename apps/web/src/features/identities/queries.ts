import { useQueryClient } from '@tanstack/react-query'
import { callAuth } from '#lib/auth-api'
import { refreshSession } from '#lib/session'
import { ownWaysInQuery } from '../accounts/queries.ts'

/** Reloads the ways to sign in and the session after a change of either. */
export function useRefreshWaysIn() {
  const client = useQueryClient()
  return async () => {
    await Promise.all([client.invalidateQueries({ queryKey: ownWaysInQuery.queryKey }), refreshSession()])
  }
}

/** Waits for its first code before it counts. */
export interface Enrolment {
  /** For the app: `otpauth://totp/…`. */
  totpURI: string
  /** Shown once, when the first code was right. */
  backupCodes: string[]
}

export const startEnrolment = () => callAuth<Enrolment>('two-factor/enable')
export const finishEnrolment = (code: string) => callAuth('two-factor/verify-totp', { code })
/** For a code of the app or a recovery code. The old ones stop working. */
export const makeRecoveryCodes = (code: string) =>
  callAuth<{ backupCodes: string[] }>('two-factor/generate-backup-codes', { code })
/** For a code of the app or a recovery code. */
export const removeSecondFactor = (code: string) => callAuth('two-factor/disable', { code })

/** Returns the address of the service, which sends the person back to the security page. */
export const startLinking = (provider: string) =>
  callAuth<{ url: string }>('link-social', {
    provider,
    callbackURL: `/security?linked=${encodeURIComponent(provider)}`,
  })
export const unlink = (provider: string) => callAuth('unlink-account', { provider })
