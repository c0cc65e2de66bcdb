import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { needCatalogues } from '#lib/i18n'
import { frameCatalogues, preloadPage } from './app/pages.ts'
import { Providers } from './app/providers.tsx'
import { reloadWhenOutdated } from './app/outdated.ts'
import { Router } from './app/router.tsx'
import './styles.css'

/** Nothing can be told without them, not even what went wrong: they get a second attempt. */
const frameTexts = () => needCatalogues(frameCatalogues).catch(() => needCatalogues(frameCatalogues))

async function start() {
  // Side by side; what fails here fails again, with words, where it is shown.
  await Promise.allSettled([frameTexts(), preloadPage(location.pathname)])
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <Router />
      </Providers>
    </StrictMode>,
  )
}

// zod looks here before it tries to make code out of text, which our content security policy forbids and the browser reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
reloadWhenOutdated()
void start()
