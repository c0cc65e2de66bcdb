import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router'
import { queryClient } from '#lib/query-client'
import { loaded } from './page.ts'
import { routes } from './routes.ts'

/** Loads the screen of the current address, so that the first rendering shows it whole, and returns the router. */
export async function createRouter() {
  const matches = matchRoutes(routes, location) ?? []
  await Promise.allSettled(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      // What fails here fails again, with words, where it is shown.
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
  return createBrowserRouter(routes, {
    getContext: () => new RouterContextProvider(new Map([[loaded, queryClient]])),
    // The page has its data, or its screen requests it.
    hydrationData: { loaderData: Object.fromEntries(matches.map(({ route }) => [route.id, null])) },
  })
}
