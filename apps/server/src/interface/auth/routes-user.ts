/** `PUT /user`: password, address and name of the signed-in person. `GET /reauthenticate`: a mailed code for a new password. */
import { call } from '@orpc/server'
import type { FastifyInstance } from 'fastify'
import {
  changeOwnPassword,
  findClientUser,
  requestNewEmail,
  requestReauthenticationCode,
} from '../../features/accounts/port.ts'
import { refuseWhileBusy } from '../../platform/auth/passwords.ts'
import { enter } from '../../platform/http/api.ts'
import { verified } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { contextOf } from '../context.ts'
import type { AuthDeps } from '../deps.ts'
import { AuthError, mailLimit, needsReauthentication, recentFor } from './errors.ts'
import { readBody, userInput } from './input.ts'
import { presentUser } from './present.ts'
import { requesterOf } from './requester.ts'
import { callerOf } from './routes-sessions.ts'

export function serveUser(http: FastifyInstance, deps: AuthDeps): void {
  const { parts, config, router, secret } = deps

  http.put('/user', async (request) => {
    const caller = verified({ caller: await callerOf(deps, request) })
    const {
      password,
      nonce,
      current_password: currentPassword,
      email,
      data,
      ...challenge
    } = readBody(userInput, request.body)
    const newEmail = email === caller.email ? undefined : email
    // Before anything is changed.
    if (newEmail !== undefined) recentFor('Email update', caller)
    if (password !== undefined) {
      refuseWhileBusy()
      await changeOwnPassword(deps, caller, password, { nonce, currentPassword }).catch(ofPassword)
    }
    if (newEmail !== undefined) {
      const requester = requesterOf(deps, request, 'email_change', challenge)
      await mailLimit(requestNewEmail(parts, secret, caller, { newEmail, requester }))
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
    const caller = verified({ caller: await callerOf(deps, request) })
    await mailLimit(requestReauthenticationCode(parts, caller))
    return {}
  })
}

/** Throws what the libraries know of a nonce that is missing or wrong; any other error as it is. */
function ofPassword(error: unknown): never {
  const code = error instanceof AppError ? error.code : undefined
  if (code === 'invalid_code')
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid', error as AppError)
  throw code === 'reauthentication_required' ? needsReauthentication('Password update') : error
}
