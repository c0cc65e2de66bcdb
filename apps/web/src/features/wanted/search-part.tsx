import type { ReactNode } from 'react'
import type { SearchAddress } from '@samtur/contract/filters'
import { OtherWays } from './other-ways.tsx'
import { SearchWanted } from './search-wanted.tsx'

interface SearchPartProps {
  search: SearchAddress
  /** `few`: the search has found rides, but not many. `end`: below everything else, where it has found none. */
  place?: 'few' | 'end'
}

/** What this feature adds to a search that found nothing or little: the offer to keep it, and at the end other ways on. */
export const SearchPart = ({ search, place }: SearchPartProps): ReactNode =>
  place === 'end' ? <OtherWays search={search} /> : <SearchWanted search={search} few={place === 'few'} />
