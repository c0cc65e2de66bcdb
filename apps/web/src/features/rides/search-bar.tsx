import { useEffect, useRef, useState } from 'react'
import { isEmptySearch, runs, type SearchAddress } from '@samtur/contract/filters'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Icon } from '#ui/icon'
import { keptFilters } from './filter-form.ts'
import { SearchForm } from './search-form.tsx'

/** The search above its results. On a phone it is one line until it is pressed, so that the rides come first. */
export function SearchBar({ search }: { search: SearchAddress }) {
  const t = useT()
  const [pressed, setPressed] = useState(false)
  const open = pressed || !runs(search)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (pressed) form.current?.querySelector('input')?.focus()
  }, [pressed])
  return (
    <>
      {!open && (
        <button
          type="button"
          aria-expanded="false"
          onClick={() => setPressed(true)}
          className="flex w-full items-center gap-3 rounded-card border border-line bg-surface px-4 py-1.5 text-start hover:border-edge md:hidden"
        >
          <span className="min-w-0 flex-1">
            <SearchSummary search={search} />
          </span>
          <Icon name="search" className="text-soft" />
          <span className="sr-only">{t('rides.change_search')}</span>
        </button>
      )}
      <div ref={form} className={open ? '' : 'max-md:hidden'}>
        <SearchForm initial={search} keep={keptFilters(search)} onSearch={() => setPressed(false)} />
      </div>
    </>
  )
}

/** What is searched for: from, to and the day. */
function SearchSummary({ search }: { search: SearchAddress }) {
  const t = useT()
  const format = useFormat()
  if (isEmptySearch(search)) {
    return (
      <>
        <span className="block font-semibold">{t('rides.where_to')}</span>
        <span className="block text-sm text-soft">{t('rides.where_to_hint')}</span>
      </>
    )
  }
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 font-semibold">
        <bdi>{search.from ?? t('rides.anywhere')}</bdi>
        <Icon name="arrow-end" size={18} className="text-soft" />
        <span className="sr-only">{t('core.to')}</span>
        <bdi>{search.to ?? t('rides.anywhere')}</bdi>
      </span>
      <span className="block text-sm text-soft">{search.date ? format.date(search.date) : t('rides.any_day')}</span>
    </>
  )
}
