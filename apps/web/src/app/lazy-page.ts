import { createElement, use, type ComponentType } from 'react'
import type { CatalogueName } from '@samtur/i18n/translate'
import { needCatalogues } from '#lib/i18n'

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
 * A page whose code and texts are loaded on first use. Unlike React's `lazy`, a loaded page renders without suspending, and a failed one
 * can be retried.
 */
export function lazyPage(load: Load, catalogues: readonly CatalogueName[]): LazyPage {
  let Loaded: ComponentType | undefined
  let loading: Promise<void> | undefined
  const start = async () => {
    try {
      const [module] = await Promise.all([load(), needCatalogues(catalogues)])
      await module.default.prepare?.()
      Loaded = module.default
    } catch (error) {
      failed.add(() => (loading = undefined))
      throw error
    }
  }
  const preload = () => (loading ??= start())
  const Page = () => {
    if (!Loaded) use(preload())
    return Loaded && createElement(Loaded)
  }
  return Object.assign(Page, { preload, catalogues })
}
