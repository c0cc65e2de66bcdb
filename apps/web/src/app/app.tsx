import { useEffect, type ReactNode } from 'react'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useT } from '#lib/i18n'
import { queryClient } from '#lib/query-client'
import { ToastProvider } from '#ui/toast'

interface AppProps {
  /** The server has one for each rendering. */
  client?: QueryClient
  /** The router. */
  children: ReactNode
}

/** What every page has around it: its data and its toasts. */
export function App({ client = queryClient, children }: AppProps) {
  const t = useT()
  // The style sheet shows what needs scripts as not ready until then.
  useEffect(() => {
    document.documentElement.dataset['ready'] = ''
  }, [])
  return (
    <QueryClientProvider client={client}>
      <ToastProvider texts={{ region: t('core.messages'), dismiss: t('core.dismiss') }}>{children}</ToastProvider>
    </QueryClientProvider>
  )
}
