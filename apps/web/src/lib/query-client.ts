import { createElement, useState, type ReactNode } from 'react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
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

/** Provides the data of a part of the pages, beside the code of the part. On the server each rendering has its own. */
export function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(() => (import.meta.env.SSR ? new QueryClient() : queryClient))
  return createElement(QueryClientProvider, { client }, children)
}

// What is on the screen stays until its new data arrives, with everything typed below it; after a sign-out nothing stays.
forgetWith((all) => {
  queryClient.removeQueries({ type: 'inactive' })
  void (all ? queryClient.resetQueries() : queryClient.invalidateQueries())
})
