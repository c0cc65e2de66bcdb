/** The end of a visit to another sign-in service that a program began (the service interface). */
import type { Parts } from '#platform/http/context'
import { withFragment, withQuery } from './rules-flows.ts'
import { CODE_MINUTES, endFlow } from './service-flows.ts'
import type { ClientSession } from './service-refresh.ts'
import { insertFlow, type NewFlow } from './store-flows.ts'

/** Ends a visit that has identified the account. Returns the address to which the browser continues, as `endFlow` does. */
export async function endVisit(
  parts: Pick<Parts, 'db'>,
  flow: NewFlow,
  userId: string,
  open: () => Promise<ClientSession | undefined>,
): Promise<string> {
  const id = await insertFlow(parts.db.read, flow, CODE_MINUTES)
  return (await endFlow(parts, id, userId, open)) ?? flow.redirectTo
}

/** Returns the address to which the browser continues after a refused visit; the reason is in the query, or in the fragment without PKCE. */
export function refuseVisit({ redirectTo, challenge }: NewFlow, reason: { code: string; message: string }): string {
  const parameters = { error: 'access_denied', error_code: reason.code, error_description: reason.message }
  return challenge ? withQuery(redirectTo, parameters) : withFragment(redirectTo, parameters)
}
