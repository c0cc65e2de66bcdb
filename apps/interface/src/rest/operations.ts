/** An operation of `/rest/v1`: one line of the tables of section 7 of the specification, and the use case behind it. */
import { ORPCError } from '@orpc/contract'
import type { Me } from '@samtur/contract/accounts'
import type { InterfaceDeps } from '../deps.ts'
import { signedIn } from '../errors.ts'
import type { EndpointName, Page, Product } from '../ports/product.ts'
import type { Caller } from '../ports/sessions.ts'
import { notOffered } from './errors.ts'
import type { Filter, Operator, RestQuery } from './query.ts'
import type { Plan, Row, TableName } from './shapes.ts'

export type Verb = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface OperationInput {
  deps: InterfaceDeps
  /** The API's endpoints for the caller. */
  product: Product
  /** The signed-in person, or null for a visitor. */
  caller: Caller | null
  /** The values of the filters, by column; a column may have two (a span of time). */
  filters: ReadonlyMap<string, readonly Filter[]>
  query: RestQuery
  plan: Plan
  /** The row of an insert, or the change of an update; empty for a read. */
  body: readonly Record<string, unknown>[]
  /** How many rows the response needs, beginning with the first: all of them where they are counted. */
  enough: number
}

/** The filters that one operation takes. Any other set of filters is another operation, or none. */
export interface FilterRule {
  operators: readonly Operator[]
  required?: true
  /** How many filters of this column there may be; one by default. */
  most?: number
}

export interface Operation {
  /** `rides.search`, as the rights matrix and docs/interface.md name it. */
  name: string
  table: TableName
  verb: Verb
  filters: Readonly<Record<string, FilterRule>>
  /** The alternatives of `or=(…)`, each the sorted list of its `column.operator` joined by `&`; none are taken without. */
  or?: readonly string[]
  /** `column.asc` or `column.desc` of the response; any other order is refused. */
  order?: string
  /** Most rows; a client may request fewer. */
  most?: number
  /** Keys that the body may have. */
  body?: readonly string[]
  /** Keys that the body must have. */
  needs?: readonly string[]
  /** Values of the body that make a request this operation; operations with them come first in the list. */
  when?: Readonly<Record<string, string>>
  run(input: OperationInput): Promise<Row[]>
}

/** Returns the operation that fits a request's table, verb, filters and alternatives; undefined when none does. */
export function findOperation(
  operations: readonly Operation[],
  { table, verb, query, body }: { table: TableName; verb: Verb; query: RestQuery; body: Record<string, unknown> },
): Operation | undefined {
  const keys = Object.keys(body)
  return operations.find(
    (one) =>
      one.table === table &&
      one.verb === verb &&
      fitsFilters(one, query.filters) &&
      fitsOr(one, query.or) &&
      (one.body === undefined ? keys.length === 0 : keys.every((key) => one.body?.includes(key))) &&
      (one.needs ?? []).every((key) => keys.includes(key)) &&
      Object.entries(one.when ?? {}).every(([key, value]) => body[key] === value),
  )
}

function fitsFilters({ filters }: Operation, given: readonly Filter[]): boolean {
  const known = given.every(({ column, operator }) => {
    const rule = Object.hasOwn(filters, column) ? filters[column] : undefined
    const count = given.filter((other) => other.column === column).length
    return rule !== undefined && rule.operators.includes(operator) && count <= (rule.most ?? 1)
  })
  const complete = Object.entries(filters).every(
    ([column, { required }]) => !required || given.some((one) => one.column === column),
  )
  return known && complete
}

function fitsOr({ or = [] }: Operation, given: readonly (readonly Filter[])[]): boolean {
  if (given.length === 0) return or.length === 0
  const names = given.map((joined) =>
    joined
      .map(({ column, operator }) => `${column}.${operator}`)
      .toSorted()
      .join('&'),
  )
  return names.toSorted().join() === or.toSorted().join()
}

/** Refuses another order than the operation's own, before anything is read or changed. */
export function checkOrder({ table, order }: Operation, { order: given }: RestQuery): void {
  const named = given.map(({ column, ascending }) => `${column}.${ascending ? 'asc' : 'desc'}`)
  if (named.length > 0 && named.join() !== order)
    throw notOffered(table, order ? `Rows come in the order ${order}.` : 'Rows have no order here.')
}

/** Returns how many rows there may be in one response. */
export const mostOf = ({ most = Infinity }: Operation, { limit = Infinity }: RestQuery): number => Math.min(most, limit)

/** Returns the one value of a filter; undefined without it. */
export const valueOf = (filters: OperationInput['filters'], column: string): string | undefined =>
  filters.get(column)?.[0]?.values[0]

/** Returns whether the caller may call an endpoint of the API. */
export function mayReach({ product }: OperationInput, endpoint: EndpointName): boolean {
  try {
    product.reach(endpoint)
    return true
  } catch (error) {
    if (error instanceof ORPCError) return false
    throw error
  }
}

/** Returns the caller's own account and profile. */
export const readSelf = ({ product }: OperationInput): Promise<Me> => product.reach('accounts.me')({})

/** Returns whether a filter names the caller, who has to be signed in. */
export const isOwn = ({ filters, caller }: OperationInput, column: string): boolean =>
  valueOf(filters, column)?.toLowerCase() === signedIn({ caller }).id

/** Refuses a value of a column that the server sets itself, unless it is the server's own value. Clients of the service send such columns. */
export function mustBe(table: TableName, column: string, given: unknown, own: unknown): void {
  if (given !== undefined && given !== own)
    throw notOffered(table, `The server sets ${column} itself and accepts no other value.`)
}

const MINUTES_5_MS = 300_000

/** Refuses another time than now. The clock of a client may differ by some minutes. */
export function mustBeNow({ deps }: OperationInput, table: TableName, column: string, given: unknown) {
  const apart = Math.abs(Date.parse(String(given)) - deps.clock.now().getTime())
  if (given !== undefined && !(apart <= MINUTES_5_MS)) throw notOffered(table, `The server sets ${column} itself.`)
}

/** Most pages that are read for one response. */
const MOST_PAGES = 20

/** Returns the query for the page of a list that begins at a cursor; the first page without one. */
export const pageFrom = (cursor: string | undefined): { cursor?: string } => (cursor === undefined ? {} : { cursor })

/** Reads pages of a list of the API until there are enough rows. */
export async function readPages<Item>(
  read: (cursor: string | undefined) => Promise<Page<Item>>,
  enough: number = Infinity,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  for (let count = 0; count < MOST_PAGES && items.length < enough; count++) {
    const page = await read(cursor)
    items.push(...page.items)
    if (page.next_cursor === null) break
    cursor = page.next_cursor
  }
  return items
}
