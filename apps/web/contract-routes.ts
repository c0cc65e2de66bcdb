import type { AnyContractProcedure } from '@orpc/contract'
import { z } from 'zod'
import type { Plugin } from 'vite'

const name = 'virtual:contract-routes'

/** The shape of a response: the name of a type, the shape of a list's items, or the members of an object. */
export type Shape = string | readonly Shape[] | { readonly [name: string]: Shape }

/** slice → endpoint → route: everything the API client needs of the contract, without the schemas and their library. */
export type ContractRoutes = Record<string, Record<string, ContractRoute>>
type ContractRoute = readonly [method: string, path: string, shape?: Shape]

const types: Record<string, string> = { string: 'string', boolean: 'boolean', number: 'number', integer: 'number' }

/**
 * Returns the members that every response has, and their types. Members that may be null or missing are left out, to keep the table small.
 */
function shapeOf({ type, properties = {}, required = [], items }: z.core.JSONSchema.BaseSchema): Shape | undefined {
  if (type === 'array') return [isSchema(items) ? shapeOf(items) : undefined].filter((shape) => shape !== undefined)
  if (type !== 'object') return types[String(type)]
  const members = required.flatMap((name) => {
    const member = properties[name]
    const shape = isSchema(member) ? shapeOf(member) : undefined
    return shape === undefined ? [] : [[name, shape] as const]
  })
  return Object.fromEntries(members)
}

/** Keeps the lists and objects of a shape, and the first of its plain values: a response of another query or of a proxy lacks these, too. */
function shortened(shape: Shape): Shape {
  if (typeof shape === 'string') return shape
  if (isList(shape)) return shape.map(shortened)
  const members = Object.entries(shape)
  const [plain] = members.find(([, inner]) => typeof inner === 'string') ?? []
  const kept = members.filter(([name, inner]) => name === plain || typeof inner !== 'string')
  return Object.fromEntries(kept.map(([name, inner]) => [name, shortened(inner)]))
}

const isList = (shape: Shape): shape is readonly Shape[] => Array.isArray(shape)
const isSchema = (value: unknown): value is z.core.JSONSchema.BaseSchema =>
  typeof value === 'object' && !Array.isArray(value)

function routeOf({ outputSchema, route }: AnyContractProcedure['~orpc']): ContractRoute {
  const { method = 'GET', path = '' } = route
  // A write has happened, whatever its response looks like.
  if (method !== 'GET' || !outputSchema) return [method, path]
  const shape = shapeOf(z.toJSONSchema(outputSchema as z.ZodType, { unrepresentable: 'any', reused: 'inline' }))
  return shape === undefined ? [method, path] : [method, path, shortened(shape)]
}

async function readRoutes(): Promise<ContractRoutes> {
  const { contract } = await import('@samtur/contract/contract')
  const routes: ContractRoutes = {}
  for (const [slice, endpoints] of Object.entries(contract))
    routes[slice] = Object.fromEntries(
      Object.entries(endpoints).map(([endpoint, procedure]) => [endpoint, routeOf(procedure['~orpc'])]),
    )
  return routes
}

/** Reads the contract when the pages are built; the browser gets a table of methods, paths and shapes. */
export function contractRoutes(): Plugin {
  return {
    name: 'contract-routes',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      return id === `\0${name}` ? `export default ${JSON.stringify(await readRoutes())}` : undefined
    },
  }
}
