/** `/rest/v1`: the tables of section 7 of the specification. A request is one of a closed list of operations, or is refused. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InterfaceDeps } from '../deps.ts'
import { hasCode } from '../errors.ts'
import {
  notOffered,
  notOneRow,
  sendRestError,
  unknownFunction,
  unknownMediaType,
  unknownMethod,
  unknownSchema,
  unknownTable,
  unreadable,
} from './errors.ts'
import { checkOrder, findOperation, mostOf, type Operation, type Verb } from './operations.ts'
import { type Filter, readQuery } from './query.ts'
import { isTable, planOf, project, type Row } from './shapes.ts'
import { operations } from './tables.ts'

const ONE_ROW = 'application/vnd.pgrst.object+json'
const ROWS = new Set(['*/*', 'application/*', 'application/json', 'application/vnd.pgrst.array+json'])

export function serveRest(http: FastifyInstance, deps: InterfaceDeps): void {
  http.setErrorHandler((error, request, reply) => void sendRestError(deps.requests, error, request, reply))
  http.setNotFoundHandler((request) => refuse(deps, request))
  for (const method of ['GET', 'POST', 'PATCH'] as const satisfies readonly Verb[])
    http.route({
      method,
      url: '/:table',
      handler: (request, reply) => respond(deps, method, request, reply),
    })
  http.post(`/rpc/${REMOVE_CHAT}`, (request) => removeChat(deps, request))
}

/** Returns the path as it was sent. It is not parsed as an address, because `//x` would name another host. */
const pathOf = ({ url }: FastifyRequest) => url.split(/[?#]/, 1)[0] ?? '/'

/** Throws for every other path and method; with a valid key, the error that the service has for it. */
async function refuse(deps: InterfaceDeps, request: FastifyRequest): Promise<never> {
  await deps.clients.of(request)
  const [name = '', inner = ''] = pathOf(request).split('/').slice(3)
  if (name === 'rpc' && inner !== REMOVE_CHAT) throw unknownFunction(inner)
  throw name === 'rpc' || isTable(name) ? unknownMethod(request.method) : unknownTable(name)
}

const REMOVE_CHAT = 'delete_chat_for_user'

/** Returns false where the given person is not the caller, or where the caller has no such conversation. */
async function removeChat(deps: InterfaceDeps, request: FastifyRequest) {
  const client = await deps.clients.of(request)
  if (client.kind === 'service') throw unknownFunction(REMOVE_CHAT)
  const remove = deps.product(client.kind === 'person' ? client.caller : null, request).reach('chat.remove')
  const [{ chat_id: id, user_id: userId, ...others } = {}] = readRows(request.body)
  if (id === undefined || userId === undefined || Object.keys(others).length > 0) throw unknownFunction(REMOVE_CHAT)
  // The endpoint checks both: what a client sends is not typed.
  return remove({ params: { id }, query: { user_id: userId } } as never).catch((error: unknown) => {
    if (hasCode(error, 'not_found')) return false
    throw error
  })
}

async function respond(deps: InterfaceDeps, verb: Verb, request: FastifyRequest, reply: FastifyReply) {
  const client = await deps.clients.of(request)
  const { table } = request.params as { table: string }
  // The service key opens the administrator's part of /auth/v1 alone.
  if (!isTable(table) || client.kind === 'service') throw unknownTable(table)
  checkSchema(request, verb)
  const isOneRow = readAccept(request)
  const range = verb === 'GET' ? request.headers.range : undefined
  const query = readQuery(new URLSearchParams(request.url.slice(pathOf(request).length + 1)), range)
  const plan = planOf(table, query.selected)
  const body = verb === 'GET' ? [] : readRows(request.body)
  checkColumns(query.columns, body[0] ?? {})
  const prefer = readPrefer(request, table)
  const operation = findOperation(operations, { table, verb, query, body: body[0] ?? {} })
  if (!operation)
    throw notOffered(table, 'This combination of filters and columns is not one of the operations of the interface.')
  checkOrder(operation, query)
  const caller = client.kind === 'person' ? client.caller : null
  const counted = prefer.has('count=exact')
  const end = query.offset + mostOf(operation, query)
  const rows = await run(operation, {
    deps,
    product: deps.product(caller, request),
    caller,
    filters: Map.groupBy(query.filters, ({ column }: Filter) => column),
    query,
    plan,
    body,
    enough: counted ? Infinity : end,
  })
  const page = rows.slice(query.offset, end).map((row) => project(row, plan))
  const total = counted ? String(rows.length) : '*'
  return send(reply, { verb, rows: page, from: query.offset, total, prefer, isOneRow })
}

/** Refuses a list of columns that differs from the keys of the row, of which it would use a part. */
function checkColumns(columns: readonly string[] | undefined, row: Record<string, unknown>) {
  if (columns && columns.toSorted().join() !== Object.keys(row).toSorted().join())
    throw unreadable('columns', columns.join())
}

/** Returns the preferences of a request. Refuses those that would change what a write does: merging with other rows, and a trial without effect. */
function readPrefer({ headers }: FastifyRequest, table: string): ReadonlySet<string> {
  const given = new Set(
    [headers.prefer ?? []]
      .flat()
      .join()
      .split(',')
      .map((one) => one.trim()),
  )
  for (const one of given)
    if (one.startsWith('resolution=') || one === 'tx=rollback') throw notOffered(table, `${one} is not offered.`)
  return given
}

/** Refuses another schema than the only one. */
function checkSchema({ headers }: FastifyRequest, verb: Verb) {
  const schema = headers[verb === 'GET' ? 'accept-profile' : 'content-profile']
  if (schema !== undefined && schema !== 'public') throw unknownSchema(String(schema))
}

/** Returns whether the client requests one row in place of a list. Throws for other forms, such as CSV or the plan of a query. */
function readAccept({ headers: { accept = '*/*' } }: FastifyRequest): boolean {
  const types = accept.split(',').map((type) => type.replace(/;\s*(q|charset)=[^;]*/g, '').trim())
  if (types.includes(ONE_ROW)) return true
  if (!types.some((type) => ROWS.has(type))) throw unknownMediaType(accept)
  return false
}

/** Runs an operation. A read or an update of what the caller may not see finds no row, as with row-level security. */
async function run(operation: Operation, input: Parameters<Operation['run']>[0]): Promise<Row[]> {
  try {
    return await operation.run(input)
  } catch (error) {
    if (operation.verb !== 'POST' && hasCode(error, 'not_found')) return []
    throw error
  }
}

function readRows(body: unknown): Record<string, unknown>[] {
  const rows: unknown[] = Array.isArray(body) ? body : [body]
  const [row] = rows
  if (rows.length !== 1 || typeof row !== 'object' || row === null || Array.isArray(row))
    throw unreadable('body', 'one object is expected')
  return [row as Record<string, unknown>]
}

interface Found {
  verb: Verb
  rows: Row[]
  from: number
  /** The number of rows before they were cut to a page, or `*` where they are not counted. */
  total: string
  prefer: ReadonlySet<string>
  isOneRow: boolean
}

function send(reply: FastifyReply, { verb, rows, from, total, prefer, isOneRow }: Found) {
  reply.header('cache-control', 'no-store')
  if (verb !== 'GET' && !prefer.has('return=representation')) return reply.code(verb === 'POST' ? 201 : 204).send()
  reply.header('content-range', rows.length === 0 ? `*/${total}` : `${from}-${from + rows.length - 1}/${total}`)
  const status = verb === 'POST' ? 201 : 200
  if (!isOneRow) return reply.code(status).send(rows)
  const [row] = rows
  if (!row || rows.length > 1) throw notOneRow(rows.length)
  return reply.code(status).type(`${ONE_ROW}; charset=utf-8`).send(JSON.stringify(row))
}
