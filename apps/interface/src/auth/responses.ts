/** What a program gets that has opened or renewed a session. */
import type { InterfaceDeps } from '../deps.ts'
import type { ProgramSession } from '../ports/sessions.ts'
import { AuthError } from './errors.ts'
import { presentSession } from './present.ts'

/** Returns a session with its account. */
export async function sessionResponse({ accounts }: InterfaceDeps, session: ProgramSession) {
  const user = await accounts.find(session.userId)
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return presentSession(session, user)
}
