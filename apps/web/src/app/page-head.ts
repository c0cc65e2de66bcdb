import { useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useMatches, useSearchParams } from 'react-router'
import { boot } from '#lib/boot'
import { useFormat } from '#lib/format'
import { useLanguage, useT } from '#lib/i18n'
import type { PageHandle } from './page.ts'
import { usePageTitle } from './page-title.ts'

/** Sets the title of the current page, as its route says, also once its data has arrived. */
export function PageHead() {
  const t = useT()
  const { language } = useLanguage()
  const format = useFormat()
  const client = useQueryClient()
  const [query] = useSearchParams()
  const { params = {}, handle } = useMatches().at(-1) ?? {}
  const page = handle as PageHandle | undefined
  const title = () => page?.head({ t, language, format, params, query, client, config: boot.config })?.title
  usePageTitle(useSyncExternalStore((listener) => client.getQueryCache().subscribe(listener), title, title))
  return null
}
