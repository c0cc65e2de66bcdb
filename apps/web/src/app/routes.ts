import type { RouteObject } from 'react-router'
import { paths, type PageName } from '@samtur/contract/paths'
import { CrashPage } from './crash-page.tsx'
import { Layout } from './layout.tsx'
import { PageSpinner } from './page-spinner.tsx'
import type { page } from './page.ts'

/** The modules in routes/, which have the names of their pages: each is loaded with its screen and its texts. */
const modules = import.meta.glob<ReturnType<typeof page>>('../routes/*.ts', { import: 'default' })

function routeOf(name: PageName | 'notFound', path: string): RouteObject {
  const file = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const lazy = modules[`../routes/${file}.ts`]
  if (!lazy) throw new Error(`the page ${name} has no module in routes/`)
  return { id: name, path, lazy, HydrateFallback: PageSpinner, ErrorBoundary: CrashPage }
}

const pages = Object.entries(paths).map(([name, path]) => routeOf(name as PageName, path))

export const routes: RouteObject[] = [
  { id: 'layout', Component: Layout, children: [...pages, routeOf('notFound', '*')] },
]
