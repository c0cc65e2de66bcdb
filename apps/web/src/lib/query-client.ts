import { QueryClient } from '@tanstack/react-query'

/** Keys start with the slice's name: ['rides', 'search', query]. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // lib/http.ts repeats reads.
      retry: false,
      // Offline a read fails at once and the screen shows it, instead of waiting.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Drops loaded data, which depends on the person. `all`: also what is on the screen; otherwise that stays until its new data arrives, with everything typed below it. */
export function forgetData(all: boolean) {
  queryClient.removeQueries({ type: 'inactive' })
  void (all ? queryClient.resetQueries() : queryClient.invalidateQueries())
}
