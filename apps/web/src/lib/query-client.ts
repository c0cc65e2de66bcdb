import { QueryClient } from '@tanstack/react-query'

/** Keys start with the slice's name: ['rides', 'search', query]. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // The client repeats reads itself (lib/http.ts).
      retry: false,
      // Offline a read fails at once and the screen says so, instead of waiting without a word.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
