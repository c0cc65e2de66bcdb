/** Reads the address of a request to `/rest/v1`: columns, filters, order and page. Independent of the tables. */
import { day, instant } from '@samtur/contract/endpoint'
import { emptyRange, unreadable } from './errors.ts'

/** A column, or rows of a related table under a name. */
export type Selected = { kind: 'column'; name: string; column: string } | SelectedRelation
export interface SelectedRelation {
  kind: 'relation'
  /** Key in the response. */
  name: string
  /** A table or a foreign key column. */
  relation: string
  /** What follows `!`: the foreign key where several lead to the same table. */
  hint: string | undefined
  selected: Selected[]
}

export const operators = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'in', 'is'] as const
export type Operator = (typeof operators)[number]

export interface Filter {
  column: string
  operator: Operator
  /** The values of `in`; one value for every other operator. */
  values: string[]
}

export interface Order {
  column: string
  ascending: boolean
}

export interface RestQuery {
  selected: Selected[]
  filters: Filter[]
  /** The alternatives of `or=(…)`; each is one filter, or several that `and(…)` joins. */
  or: Filter[][]
  order: Order[]
  limit: number | undefined
  offset: number
  /** The columns that a write names beside its body. */
  columns?: string[]
}

const NAME = /^[a-z_][a-z0-9_]*$/
const MAX_DEPTH = 4
const RESERVED = new Set(['select', 'order', 'limit', 'offset', 'or', 'columns', 'on_conflict', 'apikey'])

/** `range` is the header of that name, which some clients send in place of limit and offset. */
export function readQuery(search: URLSearchParams, range?: string): RestQuery {
  const query: RestQuery = { selected: [], filters: [], or: [], order: [], limit: undefined, offset: 0 }
  const once = (name: string) => {
    const values = search.getAll(name)
    if (values.length > 1) throw unreadable(name, values.join('&'))
    return values[0]
  }
  query.selected = readSelect(once('select') ?? '*')
  query.order = readOrder(once('order'))
  query.limit = readCount('limit', once('limit'))
  query.offset = readCount('offset', once('offset')) ?? 0
  if (range !== undefined && !search.has('limit') && !search.has('offset')) Object.assign(query, readRange(range))
  const columns = once('columns')
  if (columns !== undefined) query.columns = cut(columns, 'columns').map(unquote)
  const or = once('or')
  if (or !== undefined) query.or = readOr(or)
  for (const [name, value] of search) {
    if (RESERVED.has(name)) continue
    if (!NAME.test(name)) throw unreadable('filter', name)
    query.filters.push(readFilter(name, value))
  }
  return query
}

/** Splits a list at the commas outside of parentheses and quotes. */
function cut(text: string, what: string): string[] {
  const parts: string[] = []
  let depth = 0
  let quoted = false
  let start = 0
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (quoted && c === '\\') i++
    else if (c === '"') quoted = !quoted
    else if (quoted) continue
    else if (c === '(') depth++
    else if (c === ')') depth--
    else if (c === ',' && depth === 0) {
      parts.push(text.slice(start, i))
      start = i + 1
    }
    if (depth < 0 || depth > MAX_DEPTH) throw unreadable(what, text)
  }
  if (depth !== 0 || quoted) throw unreadable(what, text)
  parts.push(text.slice(start))
  return parts.map((part) => part.trim())
}

/** `*,driver:profiles!rides_driver_id_fkey(full_name,rating)` */
function readSelect(text: string): Selected[] {
  return cut(text, 'select parameter')
    .filter((part) => part !== '')
    .map((part) => {
      const [, alias, relation, hint, inner] = /^(?:(\w+):)?(\w+)(?:!([\w!]+))?\((.*)\)$/s.exec(part) ?? []
      if (relation !== undefined)
        return { kind: 'relation', name: alias ?? relation, relation, hint, selected: readSelect(inner ?? '') }
      const [, name, column] = /^(?:(\w+):)?(\*|\w+)$/.exec(part) ?? []
      if (column === undefined || (name !== undefined && column === '*')) throw unreadable('select parameter', text)
      return { kind: 'column', name: name ?? column, column }
    })
}

/** `eq.5`, `in.(a,b)`, `ilike.*oslo*` */
function readFilter(column: string, text: string): Filter {
  const dot = text.indexOf('.')
  const operator = operators.find((one) => one === text.slice(0, dot))
  if (dot < 0 || operator === undefined) throw unreadable('filter', `${column}=${text}`)
  const value = text.slice(dot + 1)
  if (operator !== 'in') return { column, operator, values: [value] }
  const [, list] = /^\((.*)\)$/s.exec(value) ?? []
  if (list === undefined) throw unreadable('filter', `${column}=${text}`)
  return { column, operator, values: list === '' ? [] : cut(list, 'filter').map(unquote) }
}

const unquote = (text: string) =>
  text.startsWith('"') && text.endsWith('"') && text.length > 1 ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text

/** Returns the instant of a filter in milliseconds: a time with its offset, or the start of a day in Oslo. */
export function instantOf({ column, operator, values: [text = ''] }: Filter): number {
  if (day.safeParse(text).success) return Temporal.PlainDate.from(text).toZonedDateTime('Europe/Oslo').epochMilliseconds
  if (!instant.safeParse(text).success) throw unreadable('filter', `${column}=${operator}.${text}`)
  return Date.parse(text)
}

/** `(driver_id.eq.1,and(a.eq.1,b.eq.2))` */
function readOr(text: string): Filter[][] {
  const [, list] = /^\((.*)\)$/s.exec(text) ?? []
  if (list === undefined) throw unreadable('or', text)
  return cut(list, 'or').map((part) => {
    const [, joined] = /^and\((.*)\)$/s.exec(part) ?? []
    return (joined === undefined ? [part] : cut(joined, 'or')).map((one) => {
      const [, column, rest] = /^([a-z_][a-z0-9_]*)\.(.+)$/s.exec(one) ?? []
      if (column === undefined || rest === undefined) throw unreadable('or', text)
      return readFilter(column, unquoteValue(rest))
    })
  })
}

/** Within a list the value may be quoted: `eq."a,b"`. */
function unquoteValue(text: string) {
  const dot = text.indexOf('.')
  return `${text.slice(0, dot + 1)}${unquote(text.slice(dot + 1))}`
}

/** `departure_time.asc.nullslast,id` */
function readOrder(text: string | undefined): Order[] {
  if (text === undefined || text === '') return []
  return cut(text, 'order').map((part) => {
    const [, column, direction = 'asc'] =
      /^([a-z_][a-z0-9_]*)(?:\.(asc|desc))?(?:\.nulls(?:first|last))?$/.exec(part) ?? []
    if (column === undefined) throw unreadable('order', text)
    return { column, ascending: direction === 'asc' }
  })
}

/** `0-9`; another unit than rows, such as bytes, is ignored. */
function readRange(text: string): Partial<RestQuery> {
  const [, first, last] = /^(\d{1,9})-(\d{1,9})?$/.exec(text) ?? []
  if (first === undefined) return {}
  if (last === undefined) return { offset: Number(first) }
  if (Number(last) < Number(first)) throw emptyRange()
  return { offset: Number(first), limit: Number(last) - Number(first) + 1 }
}

function readCount(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw unreadable(name, text)
  return Number(text)
}
