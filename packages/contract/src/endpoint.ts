/** Declares an endpoint: method, path, input, output, and its errors. */
import { oc, type ErrorMap } from '@orpc/contract'
import { z } from './zod.ts'
import { errorStatus, fieldCodes, type ErrorCode, type FieldCode } from './errors.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type PathIds<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathIds<Rest> : never

/** Ids are UUIDs in lower case, in any case of the input. Anything else cannot exist, so the response is 404, as for an unknown id. */
export const id = z.uuid().toLowerCase()
/** Returns the code of a required field: `required` where it is missing, the given code otherwise. */
export const missingOr =
  (code: FieldCode) =>
  ({ input }: { input?: unknown }): FieldCode =>
    input === undefined || input === null ? 'required' : code
/** An id in a body. */
export const bodyId = z.uuid({ error: missingOr('invalid') }).toLowerCase()
/** ISO 8601 with offset. */
export const instant = z.iso.datetime({ offset: true })
/** A calendar day in Oslo, yyyy-mm-dd. */
export const day = z.iso.date({ error: 'invalid' })
/** Opaque position in a list, for the next page. */
export const cursor = z.string().max(200)

export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() })

/**
 * Who may call, checked before the input is read: everybody, people with a session, or people with a session and a confirmed address.
 * `participant` excludes administrators, who take no part in rides; `admin` is for administrators only. An account that waits for its
 * deletion has `open` and `signed-in` only. The slice's policy decides what the caller may do with an object.
 */
export type Access = 'open' | 'signed-in' | 'confirmed' | 'participant' | 'admin'
/**
 * Who may get a response that is up to two seconds old, unless the same browser has written since: everybody, or only visitors, because a live event tells
 * signed-in people of a change that they then read.
 */
export type MayLag = 'everybody' | 'visitors'
export interface EndpointMeta {
  access: Access
  /** Undefined: always the newest. */
  mayLag: MayLag | undefined
}

interface Declaration<Path extends string, Body, Query, Output> {
  method: Method
  path: `/${string}` & Path
  summary: string
  tag: string
  access: Access
  mayLag?: MayLag
  body?: Body
  query?: Query
  output: Output
  status?: 200 | 201
  errors?: readonly ErrorCode[]
}

const errorData = z.object({
  fields: z.record(z.string(), z.enum(fieldCodes)).optional(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])).optional(),
})
export type ErrorData = z.infer<typeof errorData>

function errorMap(codes: readonly ErrorCode[]) {
  const map: Record<string, { status: number; data: typeof errorData }> = {}
  for (const code of codes) map[code] = { status: errorStatus[code], data: errorData }
  return map as ErrorMap
}

const none = z.undefined().optional()
type None = typeof none

type Nothing = Record<never, z.ZodType>
type Flat<T> = { [Key in keyof T]: T[Key] }
type Parts<Path extends string, Body, Query> = Flat<
  ([PathIds<Path>] extends [never] ? Nothing : { params: z.ZodObject<Record<PathIds<Path>, typeof id>> }) &
    (Query extends None ? Nothing : { query: Query }) &
    (Body extends None ? Nothing : { body: Body })
>

/**
 * Input arrives as `{ params, query, body }`, so that a field of the body cannot replace an id of the path. Every endpoint can also return
 * the transport's errors (400, 401, 429, 500, 503 …).
 */
export function endpoint<
  const Path extends string,
  Output extends z.ZodType,
  Body extends z.ZodType = None,
  Query extends z.ZodType = None,
>(declaration: Declaration<Path, Body, Query, Output>) {
  const { method, path, summary, tag, output, status = 200, errors = [] } = declaration
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const parts = {
    ...(names.length > 0 && { params: z.object(Object.fromEntries(names.map((name) => [name, id]))) }),
    ...(declaration.query && { query: declaration.query }),
    ...(declaration.body && { body: declaration.body }),
  }
  const input = z.object(parts as unknown as Parts<Path, Body, Query>)
  return oc
    .$meta<EndpointMeta>({ access: declaration.access, mayLag: declaration.mayLag })
    .route({ method, path, summary, tags: [tag], inputStructure: 'detailed', successStatus: status })
    .errors(errorMap(declaration.body || declaration.query ? ['validation', ...errors] : errors))
    .input(input)
    .output(output)
}
