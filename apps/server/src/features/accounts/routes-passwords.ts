/** A new password: by a mailed link, or by the current one. */
import { changePasswordBody, requestResetBody, resetPasswordBody } from '@samtur/contract/accounts'
import { paths } from '@samtur/contract/paths'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { verified } from '#platform/http/context'
import { cookieName, readCookie, setCookie } from '#platform/http/cookies'
import { type AuthRoute, parseBody } from './routes-serving.ts'
import {
  type AuthOptions,
  accepted,
  ignored,
  languageOf,
  leadOn,
  openByMailbox,
  transportEmail,
} from './routes-signin.ts'
import { deviceCookie } from './rules-devices.ts'
import { hashToken } from './rules.ts'
import { deviceKeeper, sessionCookie } from './service-arrivals.ts'
import { changePassword as changeByCurrentPassword, resetPassword } from './service-passwords.ts'
import { requestReset } from './service-requests.ts'
import { findReset } from './views.ts'

const RECOVERY = 'recovery'

const resetRequestInput = z.strictObject({ ...requestResetBody.shape, redirectTo: ignored })
const resetInput = z.strictObject(resetPasswordBody.shape)
const changePasswordInput = z.strictObject({
  ...changePasswordBody.shape,
  revokeOtherSessions: z.literal(true).optional(),
})

export const createPasswordRoutes = (options: AuthOptions): AuthRoute[] => [
  { method: 'POST', path: '/request-password-reset', handle: (request) => sendReset(request, options) },
  { method: 'GET', path: '/reset-password/:token', handle: (request, reply) => followReset(request, reply, options) },
  { method: 'POST', path: '/reset-password', handle: (request, reply) => reset(request, reply, options) },
  { method: 'POST', path: '/change-password', handle: (request, reply) => changePassword(request, reply, options) },
]

async function sendReset(request: FastifyRequest, { parts }: AuthOptions) {
  const email = transportEmail(parseBody(resetRequestInput, request.body).email)
  await requestReset(parts, { email, ip: request.ip, locale: languageOf(request) })
  return accepted
}

/** Returns whether this browser has followed a link for a new password that still works. */
export async function hasRecovery(
  { parts, config }: Pick<AuthOptions, 'parts' | 'config'>,
  request: FastifyRequest,
): Promise<boolean> {
  const token = readCookie(request.headers.cookie, cookieName(RECOVERY, config))
  return token !== undefined && (await findReset(parts.db.read, hashToken(token))) !== undefined
}

/** Stores the mailed link in a cookie for the page. Changes nothing and uses nothing up, because mail programs open links too. */
async function followReset(request: FastifyRequest, reply: FastifyReply, { parts, config }: AuthOptions) {
  const { token } = request.params as { token: string }
  const found = await findReset(parts.db.read, hashToken(token))
  if (!found) return reply.redirect('/auth?error=link')
  reply.header('set-cookie', setCookie(cookieName(RECOVERY, config), token, found.seconds_left))
  const { flow } = request.query as Record<string, unknown>
  const query = typeof flow === 'string' ? `?${new URLSearchParams({ flow }).toString()}` : ''
  return reply.redirect(`${paths.resetPassword}${query}`)
}

/** Sets the password; returns whether the person is signed in afterwards, which `openByMailbox` decides. */
async function reset(request: FastifyRequest, reply: FastifyReply, options: AuthOptions) {
  const { parts, config } = options
  const input = parseBody(resetInput, request.body)
  const cookie = cookieName(RECOVERY, config)
  const token = input.token ?? readCookie(request.headers.cookie, cookie) ?? ''
  const userId = await resetPassword(parts, config, token, input.newPassword)
  reply.header('set-cookie', setCookie(cookie, '', 0))
  const next = await leadOn(input.flow, userId, request, options)
  if (next !== undefined) return { signed_in: false, continue_to: next }
  return { signed_in: await openByMailbox(userId, request, reply, options) }
}

async function changePassword(request: FastifyRequest, reply: FastifyReply, options: AuthOptions) {
  const { parts, config, callerOf } = options
  const caller = verified({ caller: await callerOf(request) })
  const input = parseBody(changePasswordInput, request.body)
  const byCookie = request.headers.authorization === undefined
  const { mark, token } = await changeByCurrentPassword(parts, config, caller, input, byCookie)
  if (token !== undefined) reply.header('set-cookie', sessionCookie(options, token))
  const device = deviceCookie(deviceKeeper(options), request.headers.cookie, { id: caller.id, mark })
  reply.header('set-cookie', setCookie(device.name, device.value, device.seconds))
  return accepted
}
