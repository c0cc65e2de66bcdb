/** Composition: opens a page for the reader of a request. */
import type { Boot } from '@samtur/contract/pages'
import { paths } from '@samtur/contract/paths'
import type { Language } from '@samtur/i18n/translate'
import type { FastifyRequest } from 'fastify'
import { touchAccount } from '../features/accounts/port.ts'
import { presentWaysIn } from '../features/accounts/present-ways.ts'
import { hasRecovery } from '../features/accounts/routes-passwords.ts'
import { describeConfirmation } from '../features/accounts/routes-signup.ts'
import type { PageAt, servePages } from '../features/pages/routes.ts'
import { findOwn } from '../features/profiles/routes.ts'
import { countSearch } from '../features/search/routes.ts'
import type { ApiContext, Caller } from '../platform/http/context.ts'
import { toAppError } from '../platform/http/errors.ts'
import { mailboxPath } from '../platform/http/local-mailbox.ts'
import type { Reader } from '../platform/http/reading.ts'
import type { Reach } from './endpoints.ts'
import type { Deps, Entry } from './entry.ts'
import type { PageProgram } from './page-program.ts'

interface Composed {
  reach: Reach
  reader: Reader
  program: PageProgram
}

/** Returns the function that opens a page, with the signed-in person, the settings and what its requests return, so that it sends none. */
export function createPages(
  { config, parts, secret }: Deps,
  { callerOf }: Entry,
  { reach, reader, program }: Composed,
): Parameters<typeof servePages>[1]['open'] {
  const settings = {
    mailbox: config.localMailbox ? mailboxPath : null,
    support_email: config.supportEmail,
    support_phone: config.supportPhone,
    openstreetmap: config.routerUrl !== undefined,
    password_min: config.passwordMinLength,
    ...(config.sameGenderRides && { same_gender: true as const }),
    sign_in: presentWaysIn(config),
  }
  async function startOf(request: FastifyRequest, at: PageAt, caller: Caller | null, language: Language) {
    const own = caller ? await findOwn(parts, caller) : null
    const recovery = at.pathname === paths.resetPassword && (await hasRecovery({ parts, config }, request))
    const token = at.query.get('token') ?? ''
    const confirmation =
      at.pathname === paths.confirm
        ? await describeConfirmation({ parts, config, secret }, request, caller, token)
        : null
    return { language, me: own, config: { ...settings, recovery, confirmation } } satisfies Boot<Language>
  }
  return async (request, at, language) => {
    const caller = await callerOf(request)
    if (caller) await touchAccount(parts.db.read, caller.id)
    const start = await startOf(request, at, caller, language)
    // As at the endpoints, only visitors may get older data.
    const context = contextOf({ ...parts, ...(caller === null && reader.partsFor(request)) }, caller, request)
    if (at.page === 'search') countSearch(context)
    const page = await program.open(addressOf(at), start, async (name, input) => {
      try {
        return await reach(context, name)(input)
      } catch (error) {
        const known = toAppError(error)
        // The page is sent without it, and requests it itself.
        if (known.status >= 500)
          request.log.warn({ err: error, request_id: request.id }, 'a page is sent without its first responses')
        throw known
      }
    })
    return { start, page }
  }
}

const addressOf = ({ pathname, query }: PageAt) => (query.size > 0 ? `${pathname}?${query.toString()}` : pathname)

const contextOf = (parts: Deps['parts'], caller: Caller | null, request: FastifyRequest): ApiContext => ({
  ...parts,
  caller,
  ip: request.ip,
  requestId: request.id,
  idempotencyKey: undefined,
  acceptLanguage: request.headers['accept-language'],
})
