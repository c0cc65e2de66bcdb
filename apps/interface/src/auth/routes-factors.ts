/** The second factor: setting it up, showing it, and removing it. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { renderSVG } from 'uqr'
import type { InterfaceDeps } from '../deps.ts'
import { AuthError } from './errors.ts'
import { enrolInput, factorCode, readBody } from './input.ts'
import { factorIdOf } from './present.ts'
import { sessionResponse } from './responses.ts'
import { holderOf, recentCallerOf } from './routes-sessions.ts'

interface OfFactor {
  Params: { id: string }
}

export function serveFactors(http: FastifyInstance, deps: InterfaceDeps): void {
  const { factors, sessions } = deps
  /** Returns the person whose factor the path names, also in a session that has not passed it yet. */
  const ownerOf = async (request: FastifyRequest<OfFactor>) => {
    const holder = await holderOf(deps, request)
    if (request.params.id === factorIdOf(holder.id)) return holder
    throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  }

  http.post('/factors', async (request) => {
    const caller = await recentCallerOf(deps, request, 'Factor enrollment')
    const { factor_type: type, friendly_name } = readBody(enrolInput, request.body)
    if (type !== 'totp')
      throw new AuthError(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${type}`)
    const uri = await factors.offer(caller)
    const secret = new URL(uri).searchParams.get('secret') ?? ''
    return { id: factorIdOf(caller.id), type, friendly_name, totp: { qr_code: renderSVG(uri), secret, uri } }
  })

  http.post<OfFactor>('/factors/:id/challenge', async (request) => {
    const { value, until } = await factors.begin(await ownerOf(request))
    return { id: value, type: 'totp', expires_at: Math.floor(until.getTime() / 1000) }
  })

  http.post<OfFactor>('/factors/:id/verify', async (request) => {
    const holder = await ownerOf(request)
    const { challenge_id: challenge, code } = readBody(factorCode, request.body)
    const passed = await factors.pass(holder, challenge, code)
    if (!passed) throw new AuthError(422, 'mfa_challenge_expired', 'MFA challenge has expired, create a new challenge.')
    const session = await sessions.raise(request, holder)
    if (!session) throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
    return sessionResponse(deps, session)
  })

  http.delete<OfFactor>('/factors/:id', async (request) => {
    const holder = await ownerOf(request)
    await factors.remove(holder)
    return { id: factorIdOf(holder.id) }
  })
}
