import { useSearchParams } from 'react-router'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Page, PageHeader } from '#ui/page'
import { usePageTitle } from '../app/page-title.ts'
import { isEmptySearch, readSearch, type Search } from '../features/rides/model.ts'
import { ChosenSearch, SearchBar } from '../features/rides/search-bar.tsx'
import { SearchResults } from '../features/rides/search-results.tsx'

export default function SearchRoute() {
  const t = useT()
  const [params] = useSearchParams()
  const search = readSearch(params)
  const title = isEmptySearch(search) ? t('rides.all_rides') : t('rides.results')
  useSearchTitle(title, search)
  // Another search is another page: nothing of what was typed or opened for the one before stays.
  const key = JSON.stringify(search)
  return (
    <Page className="pt-4! sm:pt-8!">
      <PageHeader title={title} lead={!isEmptySearch(search) && <ChosenSearch search={search} />} />
      <div className="mb-6">
        <SearchBar key={key} search={search} />
      </div>
      <SearchResults key={key} search={search} />
    </Page>
  )
}

/** Tabs and history tell searches apart: 'Hamar – Trondheim, fre. 27. nov. | Søkeresultater'. */
function useSearchTitle(title: string, { from, to, date }: Search) {
  const format = useFormat()
  const places = [from, to].filter(Boolean).join(' – ')
  const what = [places, date && format.date(date)].filter(Boolean).join(', ')
  usePageTitle(what ? `${title}: ${what}` : title)
}
