/** `/admin/users`: the accounts and their second factors. */
import { isId } from '@samtur/contract/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDeepStrictEqual } from 'node:util'
import type { AuthDeps } from '../deps.ts'
import { assertThat, hasCode } from '../errors.ts'
import type { ManagedUser } from '../ports/administration.ts'
import { AuthError } from './errors.ts'
import { deletion, newName, readPage, type UserChanges } from './input-admin.ts'
import { readBody } from './input.ts'
import { presentFactor, presentManagedUser } from './present.ts'

export function serveUsers(http: FastifyInstance, deps: AuthDeps): void {
  const { administration, adminInput } = deps

  http.get('/admin/users', async (request, reply) => {
    const page = readPage(request.query)
    const { rows, total } = await administration.list(page)
    setPageHeaders(reply, { ...page, total })
    return { users: rows.map(presentManagedUser), aud: 'authenticated' }
  })

  http.post('/admin/users', async (request) => {
    const {
      email,
      password,
      email_confirm: confirmed,
      user_metadata: person,
    } = readBody(adminInput.newUserInput, request.body)
    return presentUserOf(deps, await orEmailExists(administration.create({ ...person, email, password, confirmed })))
  })

  http.get('/admin/users/:id', async (request) => presentManagedUser(await userOf(deps, request)))

  http.put('/admin/users/:id', async (request) => {
    const user = await userToChange(deps, request)
    const { name, ...changes } = readChanges(deps, user, request.body)
    const { password, email = user.email } = changes
    const other = { name, password, ...(email !== user.email && { email }) }
    const reason = changes.app_metadata?.reason ?? administration.reasonIn(user.locale)
    const action = { userId: user.id, reason }
    // First, because only an open account gets another address.
    if (changes.ban_duration === 'lift' && user.suspended_at) await administration.lift(action)
    if (Object.values(other).some((value) => value !== undefined))
      await orEmailExists(administration.change(user.id, other))
    if (changes.ban_duration === 'suspend' && !user.suspended_at) await administration.suspend(action)
    return presentUserOf(deps, user.id)
  })

  http.delete('/admin/users/:id', async (request) => {
    const user = await userToChange(deps, request)
    readBody(deletion, request.body ?? {})
    if (!user.purge_at) await administration.remove({ userId: user.id, reason: administration.reasonIn(user.locale) })
    return presentUserOf(deps, user.id)
  })

  http.get('/admin/users/:id/factors', async (request) => factorsOf(await userOf(deps, request)))

  http.delete('/admin/users/:id/factors/:factorId', async (request) => {
    const user = await userToChange(deps, request)
    const { factorId } = request.params as { factorId: string }
    const factor = factorsOf(user).find(({ id, status }) => id === factorId && status === 'verified')
    if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
    await administration.liftFactor(user.id)
    return factor
  })
}

const notFound = () => new AuthError(404, 'user_not_found', 'User not found')

async function userOf({ administration }: AuthDeps, { params }: FastifyRequest): Promise<ManagedUser> {
  const { id } = params as { id: string }
  const user = isId(id.toLowerCase()) && (await administration.find(id))
  if (!user) throw notFound()
  return user
}

/** Error: `protected_account` for an administrator's account, and for the one that is to become an administrator's. */
async function userToChange(deps: AuthDeps, request: FastifyRequest): Promise<ManagedUser> {
  const user = await userOf(deps, request)
  assertThat(!deps.administration.isOutOfReach(user), 'protected_account')
  return user
}

/** Returns an account after a change. */
export async function presentUserOf({ administration }: AuthDeps, id: string) {
  const user = await administration.find(id)
  if (!user) throw notFound()
  return presentManagedUser(user)
}

const factorsOf = ({ id, factor }: ManagedUser) => (factor ? [presentFactor(id, factor)] : [])

export const emailExists = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered')

/** Returns the result. Throws `email_exists` in place of `already_registered`. */
export const orEmailExists = <T>(result: Promise<T>): Promise<T> =>
  result.catch((error: unknown) => {
    throw hasCode(error, 'already_registered') ? emailExists() : error
  })

const refuse = (why: string) => new AuthError(422, 'validation_failed', why)

/** Returns the changes that another server may make. Other values are accepted as they are stored, and refused otherwise. */
function readChanges(
  { adminInput }: AuthDeps,
  user: ManagedUser,
  body: unknown,
): UserChanges & { name: string | undefined } {
  const changes = readBody(adminInput.userChanges, body)
  const present = presentManagedUser(user)
  const { app_metadata: app, user_metadata: profile = {}, email_confirm: confirmed = user.email_verified } = changes
  if (confirmed !== user.email_verified) throw refuse('Only the owner of the mailbox confirms an address')
  const { full_name: name = user.name, ...rest } = profile
  for (const [key, value] of Object.entries(rest))
    if (!isDeepStrictEqual(value, present.user_metadata[key as keyof typeof present.user_metadata]))
      throw refuse(`user_metadata.${key}: only its owner changes a profile`)
  for (const [key, value] of Object.entries(app?.rest ?? {}))
    if (!isDeepStrictEqual(value, present.app_metadata[key as keyof typeof present.app_metadata]))
      throw refuse(`app_metadata.${key}: computed by the server`)
  if (app?.reason !== undefined && changes.ban_duration === undefined)
    throw refuse('app_metadata.reason: belongs to ban_duration')
  return { ...changes, name: name === user.name ? undefined : readBody(newName, { full_name: name }).full_name }
}

/** Sets the headers from which the libraries read the number of accounts, the next page and the last one. */
function setPageHeaders(
  reply: FastifyReply,
  { page, perPage, total }: { page: number; perPage: number; total: number },
) {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) => `</auth/v1/admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  reply.header('x-total-count', String(total)).header('link', links.join(', '))
}
