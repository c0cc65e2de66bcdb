import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router'
import { useT } from '#lib/i18n'
import { queryClient } from '#lib/query-client'
import { ToastProvider } from '#ui/toast'

export function Providers({ children }: { children: ReactNode }) {
  const t = useT()
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <ToastProvider texts={{ region: t('core.messages'), dismiss: t('core.dismiss') }}>{children}</ToastProvider>
      </BrowserRouter>
    </QueryClientProvider>
  )
}
