import type { Plugin } from 'vite'

const first = 'virtual:contract-routes'
const later = 'virtual:contract-routes/later'

/** What the first view of a visit may ask for. The rest is fetched with the first page that is none, or with the first question. */
const firstSlices = new Set(['accounts', 'notifications', 'places', 'rides'])

/** slice → endpoint → [method, path]: all the API client needs of the contract, without the schemas and their library. */
export type ContractRoutes = Record<string, Record<string, readonly [method: string, path: string]>>

async function readRoutes(isWanted: (slice: string) => boolean): Promise<ContractRoutes> {
  const { contract } = await import('@samtur/contract/contract')
  const routesOf = (slice: (typeof contract)[keyof typeof contract]) =>
    Object.entries(slice).map(([endpoint, procedure]) => {
      const { method = 'GET', path = '' } = procedure['~orpc'].route
      return [endpoint, [method, path]] as const
    })
  const slices = Object.entries(contract).filter(([slice]) => isWanted(slice))
  return Object.fromEntries(slices.map(([slice, endpoints]) => [slice, Object.fromEntries(routesOf(endpoints))]))
}

const tables: Record<string, (slice: string) => boolean> = {
  [first]: (slice) => firstSlices.has(slice),
  [later]: (slice) => !firstSlices.has(slice),
}

/** The contract is read when the pages are built; what reaches the browser are tables of methods and paths. */
export function contractRoutes(): Plugin {
  return {
    name: 'contract-routes',
    resolveId: (id) => (id in tables ? `\0${id}` : undefined),
    async load(id) {
      const isWanted = tables[id.slice(1)]
      return isWanted && `export default ${JSON.stringify(await readRoutes(isWanted))}`
    },
  }
}
