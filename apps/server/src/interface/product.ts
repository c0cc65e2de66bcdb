/** Fills the port of the product: the contract's endpoints for one caller, called in this process. */
import { type AnyProcedure, call, ORPCError } from '@orpc/server'
import type { Ride } from '@samtur/contract/rides'
import { searchQuery } from '@samtur/contract/search'
import type { Endpoint, EndpointName, Page, ProductFor } from '@samtur/interface/ports/product'
import type { Caller } from '@samtur/interface/ports/sessions'
import type { FastifyRequest } from 'fastify'
import { countSearch, type Search } from '#features/search/routes'
import { listDetails } from '#features/support/port'
import { enter } from '#platform/http/api'
import type { ApiContext, Parts } from '#platform/http/context'
import { encodeCursor } from '#platform/http/cursor'
import { invalidInput, toAppError } from '#platform/http/errors'
import { fromJson } from '#platform/http/json-body'
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
  const procedures: Record<string, Record<string, AnyProcedure>> = router
  return (caller, request) => {
    const context = contextOf(parts, caller, request)
    /** Searches as the direct read of the API does. */
    const find: Endpoint<'rides.search'> = async (input) => {
      countSearch(context)
      const { success, data, error } = searchQuery.safeParse(input.query)
      if (!success) throw invalidInput(error.issues)
      return fromJson<Page<Ride>>(await search.page(context, data))
    }
    /** Returns what implements an endpoint, once it is sure that the caller may reach it. */
    const entered = (name: EndpointName) => {
      const [slice = '', own = ''] = name.split('.')
      const procedure = procedures[slice]?.[own]
      if (!procedure) throw new Error(`there is no endpoint ${name}`)
      return enter(procedure, context, adminNeedsTwoFactor)
    }
    const endpoint = (name: EndpointName) => {
      if (name === 'rides.search') return find
      const procedure = entered(name)
      return (input: unknown) => call(procedure, input, { context }).catch(throwAsApi)
    }
    return {
      // The contract's types hold by the name.
      reach: (name) => endpoint(name) as never,
      cursorAt: (instant) => encodeCursor(instant, FIRST_ID),
      ridesOfDriver: (driverId, cursor) => {
        countSearch(context)
        return search.ofDriver(context, driverId, cursor)
      },
      async supportDetails(ids) {
        entered('support.all')
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

/** Throws a refusal in the API's form; a failure as it is, for the log. */
function throwAsApi(error: unknown): never {
  throw error instanceof ORPCError && error.status < 500 ? toAppError(error) : error
}
