import { lazy, type ComponentProps } from 'react'
import { useSearchParams } from 'react-router'
import { isEmptySearch, readSearch, runs, type SearchAddress } from '@samtur/contract/filters'
import type { Translate } from '@samtur/i18n/translate'
import { useT } from '#lib/i18n'
import { Page } from '#ui/page'
import { renderReserveButton } from '../features/reservations/reserve-button.tsx'
import { ReserveContext } from '../features/rides/reserve-button.ts'
import { SearchBar } from '../features/rides/search-bar.tsx'
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
    <Page className="pt-2! sm:pt-6!">
      <SearchBar key={JSON.stringify([from, to, date])} search={search} />
      <ReserveContext value={renderReserveButton}>
        <WantedContext value={renderWanted}>
          <SearchResults search={search} title={title} />
        </WantedContext>
      </ReserveContext>
    </Page>
  )
}

function titleOf(search: SearchAddress, t: Translate) {
  if (!runs(search)) return t('rides.search_label')
  return isEmptySearch(search) ? t('rides.all_rides') : t('rides.results')
}
