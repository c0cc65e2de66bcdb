/** `POST /token`: opens a session, or renews it. */
import { matchLanguage } from '@samtur/i18n/translate'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuthDeps } from '../deps.ts'
import type { Limit } from '../ports/requests.ts'
import type { ProgramSession } from '../ports/sessions.ts'
import { AuthError } from './errors.ts'
import { byIdToken, byWallet } from './grants-services.ts'
import { pkceGrant, readBody, refreshGrant } from './input.ts'
import { sessionResponse } from './responses.ts'

type Grant = (deps: AuthDeps, request: FastifyRequest) => Promise<ProgramSession>

const grants: Record<string, Grant> = {
  password: byPassword,
  refresh_token: refresh,
  id_token: byIdToken,
  web3: byWallet,
  pkce: byCode,
}

/** Requests from one network. A program needs one an hour for each session. */
const requests: Limit = { name: 'token', max: 300, per: 60 }

export function serveGrants(http: FastifyInstance, deps: AuthDeps): void {
  http.post('/token', async (request) => {
    deps.requests.count(requests, request.ip)
    await deps.clients.of(request)
    const { grant_type: name } = request.query as { grant_type?: unknown }
    const grant = typeof name === 'string' && Object.hasOwn(grants, name) ? grants[name] : undefined
    if (!grant) throw new AuthError(400, 'validation_failed', 'unsupported_grant_type')
    return sessionResponse(deps, await grant(deps, request))
  })
}

async function byPassword(deps: AuthDeps, request: FastifyRequest) {
  const { email, password } = readBody(deps.input.passwordGrant, request.body)
  const locale = matchLanguage(request.headers['accept-language'])
  const { userId, mark } = await deps.sessions.checkPassword({ email, password, ip: request.ip, locale })
  return deps.sessions.begin(request, { userId, method: 'password', passwordMark: mark })
}

const refusals = {
  unknown: new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
  ended: new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired'),
  used: new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
}

async function refresh(deps: AuthDeps, request: FastifyRequest) {
  const { refresh_token: token } = readBody(refreshGrant, request.body)
  const session = await deps.sessions.refresh(token)
  if (typeof session === 'string') throw refusals[session]
  return session
}

const codeRefusals = {
  unknown: new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'),
  expired: new AuthError(404, 'flow_state_expired', 'invalid flow state, flow state has expired'),
  wrong_verifier: new AuthError(
    400,
    'bad_code_verifier',
    'code challenge does not match previously saved code verifier',
  ),
}

/** Ends a flow: the mailed link or the other service has led the browser back with a code. */
async function byCode(deps: AuthDeps, request: FastifyRequest) {
  const { auth_code: code, code_verifier: verifier } = readBody(pkceGrant, request.body)
  const ended = await deps.accounts.exchangeCode({ code, verifier })
  if (typeof ended === 'string') throw codeRefusals[ended]
  return deps.sessions.begin(request, ended)
}
