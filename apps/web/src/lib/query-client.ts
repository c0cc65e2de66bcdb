import { QueryClient } from '@tanstack/react-query'
import { forgetWith } from './loaded-data.ts'

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

// What is on the screen stays until its new data arrives, with everything typed below it; after a sign-out nothing stays.
forgetWith((all) => {
  queryClient.removeQueries({ type: 'inactive' })
  void (all ? queryClient.resetQueries() : queryClient.invalidateQueries())
})
