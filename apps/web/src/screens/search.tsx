import { lazy, type ComponentProps } from 'react'
import { useSearchParams } from 'react-router'
import { isEmptySearch, readSearch, runs, type SearchAddress } from '@samtur/contract/filters'
import type { Translate } from '@samtur/i18n/translate'
import { useT } from '#lib/i18n'
import { Page, PageHeader } from '#ui/page'
import { renderReserveButton } from '../features/reservations/reserve-button.tsx'
import { ReserveContext } from '../features/rides/reserve-button.ts'
import { ChosenSearch, SearchBar } from '../features/rides/search-bar.tsx'
import { SearchFilters } from '../features/rides/search-filters.tsx'
import { SearchResults } from '../features/rides/search-results.tsx'
import { WantedContext } from '../features/rides/wanted-slot.ts'

// Few searches show it.
const SearchPart = lazy(async () => ({ default: (await import('../features/wanted/search-part.tsx')).SearchPart }))
const renderWanted = (props: ComponentProps<typeof SearchPart>) => <SearchPart {...props} />

export default function SearchRoute() {
  const t = useT()
  const [params] = useSearchParams()
  const search = readSearch(params)
  const title = titleOf(search, t)
  // The key makes another search another page, which drops what was typed or opened before.
  const { from, to, date } = search
  return (
    <Page className="pt-4! sm:pt-8!">
      <PageHeader title={title} lead={!isEmptySearch(search) && <ChosenSearch search={search} />} />
      <div className="mb-4">
        <SearchBar key={JSON.stringify([from, to, date])} search={search} />
      </div>
      {runs(search) && <SearchFilters search={search} />}
      <ReserveContext value={renderReserveButton}>
        <WantedContext value={renderWanted}>
          <SearchResults search={search} />
        </WantedContext>
      </ReserveContext>
    </Page>
  )
}

function titleOf(search: SearchAddress, t: Translate) {
  if (!runs(search)) return t('rides.search_label')
  return isEmptySearch(search) ? t('rides.all_rides') : t('rides.results')
}
