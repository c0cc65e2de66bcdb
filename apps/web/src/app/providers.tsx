import type { ComponentType, ReactNode } from 'react'
import { BrowserRouter } from '#lib/router'
import { useT } from '#lib/i18n'
import { ToastProvider } from '#ui/toast'

interface ProvidersProps {
  /** The server has its own. */
  router?: ComponentType<{ children: ReactNode }>
  children: ReactNode
}

export function Providers({ router: Router = BrowserRouter, children }: ProvidersProps) {
  const t = useT()
  return (
    <Router>
      <ToastProvider texts={{ region: t('core.messages'), dismiss: t('core.dismiss') }}>{children}</ToastProvider>
    </Router>
  )
}
