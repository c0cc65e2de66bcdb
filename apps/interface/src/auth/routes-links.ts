/** `POST /invite` and `POST /admin/generate_link`: links into accounts of others, which another server of the operator passes on. */
import { confirmPath } from '@samtur/contract/paths'
import type { FastifyInstance } from 'fastify'
import type { AuthDeps } from '../deps.ts'
import { assertThat, invalidField } from '../errors.ts'
import type { LinkPurpose } from '../ports/administration.ts'
import { AuthError } from './errors.ts'
import type { LinkInput } from './input-admin.ts'
import { readBody } from './input.ts'
import { requesterOf, targetOf } from './requester.ts'
import { emailExists, orEmailExists, presentUserOf } from './routes-users.ts'

export function serveLinks(http: FastifyInstance, deps: AuthDeps): void {
  const { administration, adminInput, origin } = deps

  http.post('/invite', async (request) => {
    const { email, data } = readBody(adminInput.inviteInput, request.body)
    const { flow } = requesterOf(deps, request, 'invite', {})
    return presentUserOf(deps, await orEmailExists(administration.invite({ ...data, email }, flow)))
  })

  http.post('/admin/generate_link', async (request) => {
    const input = readBody(adminInput.linkInput, request.body)
    const { email } = input
    targetOf(deps, input.redirectTo)
    await openAccount(deps, input)
    const purpose = input.type === 'recovery' ? 'reset' : input.type === 'magiclink' ? 'sign_in' : 'confirm'
    const flowKind = flowKinds[input.type === 'invite' ? 'invite' : purpose]
    const { flow } = requesterOf(deps, request, flowKind, {})
    const link = await administration.makeLink({ email, purpose }, flow)
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
async function openAccount({ administration }: AuthDeps, { type, email, password, data }: LinkInput) {
  const account = await administration.findByAddress(email)
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
  await orEmailExists(administration.create({ ...data, email, password: type === 'signup' ? password : undefined }))
}
