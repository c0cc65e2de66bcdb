/** `PUT /user`: password, address and name of the signed-in person. `GET /reauthenticate`: a mailed code for a new password. */
import type { FastifyInstance } from 'fastify'
import type { AuthDeps } from '../deps.ts'
import { hasCode } from '../errors.ts'
import { AuthError, mailLimit, needsReauthentication, recentFor } from './errors.ts'
import { readBody } from './input.ts'
import { presentUser } from './present.ts'
import { requesterOf } from './requester.ts'
import { callerOf } from './routes-sessions.ts'

export function serveUser(http: FastifyInstance, deps: AuthDeps): void {
  const { accounts, input, product, sessions } = deps

  http.put('/user', async (request) => {
    const caller = sessions.confirmed(await callerOf(deps, request))
    const {
      password,
      nonce,
      current_password: currentPassword,
      email,
      data,
      ...challenge
    } = readBody(input.userInput, request.body)
    const newEmail = email === caller.email ? undefined : email
    // Before anything is changed.
    if (newEmail !== undefined) recentFor(sessions, 'Email update', caller)
    if (password !== undefined)
      await accounts.changePassword(caller, password, { nonce, currentPassword }).catch(ofPassword)
    if (newEmail !== undefined) {
      const requester = requesterOf(deps, request, 'email_change', challenge)
      await mailLimit(accounts.requestNewEmail(caller, newEmail, requester))
    }
    if (data?.full_name !== undefined)
      await product(caller, request).reach('profiles.update')({ body: { full_name: data.full_name } })
    const user = await accounts.find(caller.id)
    if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
    return presentUser(user)
  })

  // The protocol sends a mail on GET; only the signed-in person's own program can.
  http.get('/reauthenticate', async (request) => {
    const caller = sessions.confirmed(await callerOf(deps, request))
    await mailLimit(accounts.requestReauthenticationCode(caller))
    return {}
  })
}

/** Throws what the libraries know of a nonce that is missing or wrong; any other error as it is. */
function ofPassword(error: unknown): never {
  if (hasCode(error, 'invalid_code'))
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid', error)
  throw hasCode(error, 'reauthentication_required') ? needsReauthentication('Password update') : error
}
