import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { BrowserRouter } from '#lib/router'
import { useT } from '#lib/i18n'
import { queryClient } from '#lib/query-client'
import { ToastProvider } from '#ui/toast'

interface ProvidersProps {
  /** On the server every page has its own. */
  client?: QueryClient
  router?: ComponentType<{ children: ReactNode }>
  children: ReactNode
}

export function Providers({ client = queryClient, router: Router = BrowserRouter, children }: ProvidersProps) {
  const t = useT()
  return (
    <QueryClientProvider client={client}>
      <Router>
        <ToastProvider texts={{ region: t('core.messages'), dismiss: t('core.dismiss') }}>{children}</ToastProvider>
      </Router>
    </QueryClientProvider>
  )
}
