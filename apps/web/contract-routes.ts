import type { Plugin } from 'vite'

const name = 'virtual:contract-routes'

/** slice → endpoint → [method, path]: all the API client needs of the contract, without the schemas and their library. */
export type ContractRoutes = Record<string, Record<string, readonly [method: string, path: string]>>

async function readRoutes(): Promise<ContractRoutes> {
  const { contract } = await import('@samtur/contract/contract')
  const routesOf = (slice: (typeof contract)[keyof typeof contract]) =>
    Object.entries(slice).map(([endpoint, procedure]) => {
      const { method = 'GET', path = '' } = procedure['~orpc'].route
      return [endpoint, [method, path]] as const
    })
  return Object.fromEntries(
    Object.entries(contract).map(([slice, endpoints]) => [slice, Object.fromEntries(routesOf(endpoints))]),
  )
}

/** The contract is read when the pages are built; what reaches the browser is the table of methods and paths. */
export function contractRoutes(): Plugin {
  return {
    name: 'contract-routes',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: async (id) => (id === `\0${name}` ? `export default ${JSON.stringify(await readRoutes())}` : undefined),
  }
}
