import { createElement, use, useLayoutEffect, useState, type ComponentType } from 'react'
import type { CatalogueName } from '@samtur/i18n/translate'
import { loadForHydration, onHydrated } from '#lib/hydration'
import { needCatalogues } from '#lib/i18n'
import { useOnServer } from '../ui/on-server.ts'

/** `prepare` loads what else the first view of the page needs. */
type Load = () => Promise<{ default: ComponentType & { prepare?: () => Promise<void> } }>
export type LazyPage = ComponentType & { preload: () => Promise<void>; catalogues: readonly CatalogueName[] }

const failed = new Set<() => void>()

/** Lets pages that failed to load be loaded again. */
export function retryFailedPages() {
  for (const forget of failed) forget()
  failed.clear()
}

/**
 * A page whose code and texts are loaded on first use, with the library that loads its data. Unlike React's `lazy`, a loaded page renders
 * without suspending, and a failed one can be retried. What the server rendered stays until the reader's first interaction (decision 045).
 */
export function lazyPage(load: Load, catalogues: readonly CatalogueName[]): LazyPage {
  let Loaded: ComponentType | undefined
  let loading: Promise<void> | undefined
  let hydration: Promise<void> | undefined
  const start = async () => {
    try {
      const [module, { Queries }] = await Promise.all([load(), import('#lib/query-client'), needCatalogues(catalogues)])
      await module.default.prepare?.()
      Loaded = () => createElement(Queries, null, createElement(module.default))
    } catch (error) {
      failed.add(() => (loading = undefined))
      throw error
    }
  }
  const preload = () => (loading ??= start())
  const touched = async () => {
    retryFailedPages()
    await preload()
  }
  const Page = () => {
    const onServer = useOnServer()
    const [hydrating] = useState(onServer && !import.meta.env.SSR)
    useLayoutEffect(() => {
      if (hydrating || hydration) onHydrated()
    }, [hydrating])
    if (!Loaded) use(hydrating ? (hydration ??= loadForHydration(touched)) : preload())
    return Loaded && createElement(Loaded)
  }
  return Object.assign(Page, { preload, catalogues })
}
