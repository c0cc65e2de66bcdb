/** `POST /invite` and `POST /admin/generate_link`: links into accounts of others, which another server of the operator passes on. */
import { confirmPath } from '@samtur/contract/paths'
import type { FastifyInstance } from 'fastify'
import { findByMailbox } from '../../features/accounts/port.ts'
import { createForOther, inviteForOther, type LinkPurpose, makeLinkForOther } from '../../features/moderation/port.ts'
import { refuseWhileBusy } from '../../platform/auth/passwords.ts'
import { assertThat, invalidField } from '../../platform/http/errors.ts'
import type { InterfaceDeps } from '../deps.ts'
import { AuthError } from './errors.ts'
import { inviteInput, type LinkInput, linkInput } from './input-admin.ts'
import { readBody } from './input.ts'
import { requesterOf, targetOf } from './requester.ts'
import { emailExists, orEmailExists, presentUserOf } from './routes-users.ts'

export function serveLinks(http: FastifyInstance, deps: InterfaceDeps): void {
  const { parts, config, origin } = deps

  http.post('/invite', async (request) => {
    const { email, data } = readBody(inviteInput, request.body)
    const { flow } = requesterOf(deps, request, 'invite', {})
    return presentUserOf(deps, await orEmailExists(inviteForOther(parts, config, { ...data, email }, flow)))
  })

  http.post('/admin/generate_link', async (request) => {
    const input = readBody(linkInput, request.body)
    const { email } = input
    targetOf(deps, input.redirectTo)
    await openAccount(deps, input)
    const purpose = input.type === 'recovery' ? 'reset' : input.type === 'magiclink' ? 'sign_in' : 'confirm'
    const flowKind = flowKinds[input.type === 'invite' ? 'invite' : purpose]
    const { flow } = requesterOf(deps, request, flowKind, {})
    const link = await makeLinkForOther(parts, config, { email, purpose }, flow)
    return {
      ...(await presentUserOf(deps, link.userId)),
      action_link: origin() + pathTo(link),
      // A code works only in the network that requested it, which is not the person's here.
      email_otp: '',
      hashed_token: link.token,
      redirect_to: flow?.redirectTo ?? `${origin()}/`,
      verification_type: link.purpose === 'confirm' && input.type !== 'invite' ? 'signup' : input.type,
    }
  })
}

const flowKinds = { invite: 'invite', confirm: 'signup', sign_in: 'magiclink', reset: 'recovery' } as const

/** Returns the path of the page that the link opens, as the mails of the same purpose have it. */
function pathTo({ token, purpose, flow }: { token: string; purpose: LinkPurpose; flow: string | undefined }) {
  if (purpose !== 'reset') return confirmPath(token, { flow })
  const query = new URLSearchParams({ callbackURL: '/reset-password', ...(flow && { flow }) })
  return `/api/auth/reset-password/${token}?${query.toString()}`
}

/** Creates the account where the type of the link says so. Errors: `email_exists`, `user_not_found`, `validation_failed`, `protected_account`. */
async function openAccount({ parts, config }: InterfaceDeps, { type, email, password, data }: LinkInput) {
  const account = await findByMailbox(parts.db.read, email)
  if (type === 'email_change_current')
    throw new AuthError(422, 'validation_failed', 'Enable secure email change to generate link for current email')
  if (account) {
    if (type === 'signup' || (type === 'invite' && account.email_verified)) throw emailExists()
    // PUT /admin/users/{id} changes the address at once.
    return assertThat(type !== 'email_change_new', 'protected_account')
  }
  if (type === 'recovery' || type === 'email_change_new') throw new AuthError(404, 'user_not_found', 'User not found')
  if (!data) throw invalidField('data', 'required')
  if (type === 'signup' && password === undefined) throw invalidField('password', 'required')
  refuseWhileBusy()
  await orEmailExists(
    createForOther(parts, config, { ...data, email, password: type === 'signup' ? password : undefined }),
  )
}
