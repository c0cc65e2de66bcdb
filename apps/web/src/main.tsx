import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { loadsAtOnce } from '@samtur/contract/paths'
import { serverRendered } from '#lib/hydration'
import { needCatalogues } from '#lib/i18n'
import { followTheme } from '#lib/theme'
import { frameCatalogues } from './app/first-catalogues.ts'
import { isAfterSignOut } from './app/page-title.ts'
import { pageNameAt, preloadPage } from './app/pages.ts'
import { Providers } from './app/providers.tsx'
import { reloadWhenOutdated } from './app/outdated.ts'
import { Router } from './app/router.tsx'
import './styles.css'

/** Loads the texts of the frame, with one retry, because not even an error can be shown without them. */
const frameTexts = () => needCatalogues(frameCatalogues).catch(() => needCatalogues(frameCatalogues))

/** What the server rendered is enough to begin with, but not after a sign-out, when the focus moves into the page. */
const waits = serverRendered && !isAfterSignOut() && !loadsAtOnce(pageNameAt(location.pathname))

async function start() {
  // Side by side; what fails here fails again, with words, where it is shown.
  await Promise.allSettled([frameTexts(), !waits && preloadPage(location.pathname)])
  const root = document.getElementById('root')
  if (!root) return
  const app = (
    <StrictMode>
      <Providers>
        <Router />
      </Providers>
    </StrictMode>
  )
  // In another language than the server's the page is rendered anew.
  if (serverRendered) hydrateRoot(root, app, { onRecoverableError })
  else createRoot(root).render(app)
}

/** Browsers write a date or a number each in their own way: then React renders the page anew. */
const onRecoverableError = (error: unknown) =>
  // oxlint-disable-next-line no-console -- the only trace of the error, for developers
  console.warn(error)

reloadWhenOutdated()
followTheme()
void start()
