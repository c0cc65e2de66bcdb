/** Fills the port of the product: the contract's endpoints for one caller, called in this process. */
import type { ProductFor } from '@samtur/interface/ports/product'
import type { Caller } from '@samtur/interface/ports/sessions'
import type { FastifyRequest } from 'fastify'
import { countSearch, type Search } from '#features/search/routes'
import { listDetails } from '#features/support/port'
import type { ApiContext, Parts } from '#platform/http/context'
import { encodeCursor } from '#platform/http/cursor'
import { createReach } from '../composition/endpoints.ts'
import type { Router } from '../composition/router.ts'

interface Deps {
  parts: Parts
  adminNeedsTwoFactor: boolean
  router: Router
  search: Search
}

/** The first of all ids, in their order. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

export function createProduct({ parts, adminNeedsTwoFactor, router, search }: Deps): ProductFor {
  const reach = createReach(router, search, adminNeedsTwoFactor)
  return (caller, request) => {
    const context = contextOf(parts, caller, request)
    return {
      reach: (name) => {
        const send = reach(context, name)
        const counted: typeof send = (input) => {
          countSearch(context)
          return send(input)
        }
        // The contract's types hold by the name.
        return (name === 'rides.search' ? counted : send) as never
      },
      cursorAt: (instant) => encodeCursor(instant, FIRST_ID),
      ridesOfDriver: (driverId, cursor) => {
        countSearch(context)
        return search.ofDriver(context, driverId, cursor)
      },
      async supportDetails(ids) {
        // Throws where the caller may not read them.
        reach(context, 'support.all')
        return listDetails(parts.db.read, ids)
      },
    }
  }
}

/** Returns the context of a request that came with a token: no cookie is read or set. */
function contextOf(parts: Parts, caller: Caller | null, request: FastifyRequest): ApiContext {
  const { 'idempotency-key': key, 'accept-language': acceptLanguage } = request.headers
  return {
    ...parts,
    caller,
    ip: request.ip,
    requestId: request.id,
    idempotencyKey: typeof key === 'string' ? key : undefined,
    acceptLanguage,
  }
}
