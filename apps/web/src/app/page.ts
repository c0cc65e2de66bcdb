import type { ComponentType } from 'react'
import { createElement } from 'react'
import type { RouteObject } from 'react-router'
import { paths, type PageName } from '@samtur/contract/paths'
import { useSession } from '#lib/session'
import { CrashPage } from './crash-page.tsx'
import { PageSpinner } from './page-spinner.tsx'

interface PageOptions {
  screen: () => Promise<{ default: ComponentType }>
  /** An account in deletion cannot use the page, which offers to keep the account instead. */
  own?: true
}

/** Returns the route of a page. */
export function page(name: PageName | 'notFound', { screen, own }: PageOptions): RouteObject {
  return {
    id: name,
    path: name === 'notFound' ? '*' : paths[name],
    lazy: async () => ({ Component: own ? await unlessClosing(screen) : (await screen()).default }),
    HydrateFallback: PageSpinner,
    ErrorBoundary: CrashPage,
  }
}

async function unlessClosing(screen: PageOptions['screen']) {
  const [{ default: Screen }, { default: Closing }] = await Promise.all([screen(), import('./closing.tsx')])
  return function Own() {
    const { me } = useSession()
    return createElement(me?.purge_at ? Closing : Screen)
  }
}
