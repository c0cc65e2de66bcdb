import { startTransition, StrictMode, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import texts from 'virtual:texts-of-every-page'
import { boot, serverRendered } from '#lib/boot'
import { currentLanguage, needCatalogues } from '#lib/i18n'
import { queryClient } from '#lib/query-client'
import { followTheme } from '#lib/theme'
import { App } from './app/app.tsx'
import { reloadWhenOutdated } from './app/outdated.ts'
import { createRouter } from './app/start.ts'
import './styles.css'

async function start() {
  for (const [key, data] of boot.queries ?? []) queryClient.setQueryData(key, data)
  // The texts of the frame have one retry, because not even an error can be shown without them.
  const frame = needCatalogues(texts).catch(() => needCatalogues(texts))
  const [router] = await Promise.all([createRouter(), frame.catch(() => {})])
  const root = document.getElementById('root')
  if (!root) return
  const app = (
    <StrictMode>
      <App>
        <RouterProvider router={router} />
      </App>
    </StrictMode>
  )
  // In another language or at another address than the server's the page is rendered anew.
  if (serverRendered(currentLanguage())) hydrate(root, app)
  else createRoot(root).render(app)
}

/** Hydrates in steps, with pauses for presses and keys. */
function hydrate(root: HTMLElement, app: ReactNode) {
  // Who goes back while React hydrates gets a new rendering from it, which is as it should be.
  const onRecoverableError = (error: unknown) => void (serverRendered(currentLanguage()) && reportError(error))
  startTransition(() => void hydrateRoot(root, app, { onRecoverableError }))
}

reloadWhenOutdated()
followTheme()
void start()
