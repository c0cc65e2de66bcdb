/** Composition: the contract's endpoints called in this process, by the pages and by the service interface. */
import { type AnyProcedure, call, ORPCError } from '@orpc/server'
import { searchQuery } from '@samtur/contract/search'
import type { Search } from '../features/search/routes.ts'
import { enter } from '../platform/http/api.ts'
import type { ApiContext } from '../platform/http/context.ts'
import { invalidInput, toAppError } from '../platform/http/errors.ts'
import { fromJson } from '../platform/http/json-body.ts'
import type { Router } from './router.ts'

/** Returns an endpoint by its name, such as 'rides.get', for the caller of the context. Throws at once where the caller may not use it. */
export type Reach = (context: ApiContext, name: string) => (input: unknown) => Promise<unknown>

export function createReach(router: Router, search: Search, adminNeedsTwoFactor: boolean): Reach {
  const procedures: Record<string, Record<string, AnyProcedure>> = router
  return (context, name) => {
    if (name === 'rides.search') return (input) => find(search, context, input)
    const [slice = '', own = ''] = name.split('.')
    const procedure = procedures[slice]?.[own]
    if (!procedure) throw new Error(`there is no endpoint ${name}`)
    enter(procedure, context, adminNeedsTwoFactor)
    return (input) => call(procedure, input, { context }).catch(throwAsApi)
  }
}

/** Searches as the direct read of the API does, without counting the search. */
async function find(search: Search, context: ApiContext, input: unknown): Promise<unknown> {
  const { success, data, error } = searchQuery.safeParse((input as { query?: unknown }).query)
  if (!success) throw invalidInput(error.issues)
  return fromJson(await search.page(context, data))
}

/** Throws a refusal in the API's form; a failure as it is, for the log. */
function throwAsApi(error: unknown): never {
  throw error instanceof ORPCError && error.status < 500 ? toAppError(error) : error
}
