/** `PUT /user`: password, address and name of the signed-in person, and the code that shows who it is. */
import { call } from '@orpc/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  changeOwnPassword,
  findClientUser,
  requestNewEmail,
  requestReauthenticationCode,
} from '../../features/accounts/port.ts'
import { enter } from '../../platform/http/api.ts'
import { type Caller, recentlyAuthenticated, verified } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { contextOf } from '../context.ts'
import type { AuthDeps } from '../deps.ts'
import { AuthError, mailLimit } from './errors.ts'
import { readBody, userInput } from './input.ts'
import { presentUser } from './present.ts'
import { requesterOf } from './requester.ts'
import { holderOf } from './routes-sessions.ts'

export function serveUser(http: FastifyInstance, deps: AuthDeps): void {
  const { parts, config, router, secret } = deps

  http.put('/user', async (request) => {
    const caller = await callerOf(deps, request)
    const {
      password,
      nonce,
      current_password: currentPassword,
      email,
      data,
      ...challenge
    } = readBody(userInput, request.body)
    if (password !== undefined)
      await changeOwnPassword(deps, caller, password, { nonce, currentPassword }).catch(ofNonce)
    if (email !== undefined && email !== caller.email) {
      recentlyAuthenticated({ caller })
      const requester = requesterOf(deps, request, 'email_change', challenge)
      await mailLimit(requestNewEmail(parts, secret, caller, { newEmail: email, requester }))
    }
    if (data?.full_name !== undefined) {
      const context = contextOf(parts, caller, request)
      const endpoint = enter(router.profiles.update, context, config.adminNeedsTwoFactor)
      await call(endpoint, { body: { full_name: data.full_name } }, { context })
    }
    const user = await findClientUser(parts.db.read, caller.id)
    if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
    return presentUser(user)
  })

  // The protocol sends a mail on GET; only the signed-in person's own program can.
  http.get('/reauthenticate', async (request) => {
    await mailLimit(requestReauthenticationCode(parts, await callerOf(deps, request)))
    return {}
  })
}

/** Throws what the libraries know of a wrong nonce; any other error as it is. */
function ofNonce(error: unknown): never {
  if (!(error instanceof AppError && error.code === 'invalid_code')) throw error
  throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}

/** Returns the signed-in person who may change the account. Errors: `second_factor_required` while the session owes the factor. */
async function callerOf(deps: AuthDeps, request: FastifyRequest): Promise<Caller> {
  const holder = await holderOf(deps, request)
  if (holder.twoFactor && holder.aal === 'aal1') throw new AppError('second_factor_required')
  return verified({ caller: holder })
}
