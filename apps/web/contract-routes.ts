import type { Plugin } from 'vite'

const first = 'virtual:contract-routes'
const later = 'virtual:contract-routes/later'

/** What the first view of a visit may ask for. The rest is fetched with the first page that is none, or with the first question. */
const firstEndpoints = new Set([
  'accounts.me',
  'notifications.unread',
  'places.search',
  'rides.alternatives',
  'rides.search',
])

/** slice → endpoint → [method, path]: all the API client needs of the contract, without the schemas and their library. */
export type ContractRoutes = Record<string, Record<string, readonly [method: string, path: string]>>

async function readRoutes(isWanted: (endpoint: string) => boolean): Promise<ContractRoutes> {
  const { contract } = await import('@samtur/contract/contract')
  const routes: ContractRoutes = {}
  for (const [slice, endpoints] of Object.entries(contract))
    for (const [endpoint, procedure] of Object.entries(endpoints)) {
      if (!isWanted(`${slice}.${endpoint}`)) continue
      const { method = 'GET', path = '' } = procedure['~orpc'].route
      routes[slice] = { ...routes[slice], [endpoint]: [method, path] }
    }
  return routes
}

const tables: Record<string, (endpoint: string) => boolean> = {
  [first]: (endpoint) => firstEndpoints.has(endpoint),
  [later]: (endpoint) => !firstEndpoints.has(endpoint),
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
