import { Suspense, use, useEffect, useRef, type RefObject } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { isEmptySearch, runs, type SearchAddress } from '@samtur/contract/filters'
import type { Ride } from '@samtur/contract/rides'
import { useT } from '#lib/i18n'
import { InBrowser } from '../../ui/on-server.ts'
import { LoadMore } from '#ui/load-more'
import { DateStrip } from './date-strip.tsx'
import { DetourRides, OnlyDetours } from './detour-rides.tsx'
import { searchQuery } from './read-queries.ts'
import { NoRides } from './no-rides.tsx'
import { SearchFilters } from './search-filters.tsx'
import { RideListSkeleton } from './ride-card.tsx'
import { RideList, RidesProblem } from './ride-list.tsx'
import { WantedContext } from './wanted-slot.ts'

const hasDetour = ({ detour }: Ride) => detour !== null

/** Below so many rides the reader is offered to be told of more. */
const few = 3

/** Few rides go one way on one day. */
const usual = ({ from, to, date }: SearchAddress) => (from && to && date ? 2 : 4)

/** After so many pages the reader says whether to go on, who may only want to reach the foot of the page. */
const pagesAtOnce = 5

/** The rides that fit, or all upcoming ones. A search without a parameter does not run: it is shown the way to both. */
export function SearchResults(props: SearchResultsProps) {
  if (runs(props.search)) return <Results {...props} />
  return (
    <>
      <h1 tabIndex={-1} className="mt-4 mb-2">
        {props.title}
      </h1>
      <NoRides search={props.search} />
    </>
  )
}

interface SearchResultsProps {
  search: SearchAddress
  /** The page's heading, in one line with the number of rides and, on a phone, the filters. */
  title: string
}

function Results({ search, title }: SearchResultsProps) {
  const t = useT()
  const query = useInfiniteQuery(searchQuery(search))
  const { data, error, isFetching, hasNextPage, isPlaceholderData: outdated } = query
  const rides = data?.rides
  const loading = (!rides && !error) || outdated
  const renderWanted = use(WantedContext)
  const list = useRef<HTMLDivElement>(null)
  const count = rides?.length ?? 0
  const exact = rides?.filter((ride) => !hasDetour(ride)) ?? []
  const goOn = useGoOn(list, count)
  const more = (pressed: boolean) => {
    if (pressed) goOn(count)
    void query.fetchNextPage()
  }
  return (
    <>
      <div className="mt-1 mb-2 flex flex-wrap items-center gap-x-2 md:mt-4 md:mb-4">
        <div className="flex min-h-11 min-w-0 flex-1 flex-wrap items-baseline content-center gap-x-2 md:order-last">
          <h1 tabIndex={-1} className="text-xl! sm:text-2xl!">
            {title}
          </h1>
          <p role="status" className="font-heading text-xl/8 font-normal! text-soft sm:text-2xl/8">
            {loading && (isEmptySearch(search) ? t('rides.loading') : t('rides.searching'))}
            {!loading && exact.length > 0 && (
              <Count count={exact.length} more={hasNextPage && exact.length === count} />
            )}
            {!loading && count > 0 && !exact.length && <OnlyDetours rides={rides ?? []} />}
          </p>
        </div>
        <SearchFilters search={search} />
      </div>
      <DateStrip search={search} />
      {loading && !rides?.length && <RideListSkeleton count={usual(search)} />}
      {error && !rides && <RidesProblem error={error} retry={() => void query.refetch()} busy={isFetching} />}
      {!loading && rides?.length === 0 && <NoRides search={search} />}
      <div ref={list} aria-busy={outdated} className={outdated ? 'opacity-60 transition-opacity' : ''}>
        {exact.length > 0 && <RideList rides={exact} level="h2" />}
        {rides && exact.length < count && <DetourRides rides={rides} more={hasNextPage} />}
      </div>
      {rides && !outdated && (
        <div className="mt-6 flex flex-col items-center gap-4">
          {error && <RidesProblem error={error} retry={() => more(true)} busy={isFetching} />}
          {hasNextPage && !error && (
            <LoadMore
              label={t('rides.show_more')}
              busy={query.isFetchingNextPage}
              byButton={data.pages % pagesAtOnce === 0}
              onMore={more}
            />
          )}
        </div>
      )}
      {!loading && search.from && search.to && count > 0 && count < few && (
        <InBrowser>
          <Suspense>{renderWanted({ search, place: 'few' })}</Suspense>
        </InBrowser>
      )}
    </>
  )
}

/** The ride at that place has the focus as soon as it is there: the button that fetched it may be gone, and the focus with it. */
function useGoOn(list: RefObject<HTMLElement | null>, count: number): (place: number) => void {
  const place = useRef<number>(undefined)
  useEffect(() => {
    if (place.current === undefined || count <= place.current) return
    list.current?.querySelectorAll('article')[place.current]?.querySelector('a')?.focus()
    place.current = undefined
  }, [list, count])
  return (next) => {
    place.current = next
  }
}

function Count({ count, more }: { count: number; more: boolean }) {
  const t = useT()
  return more ? t('rides.count_so_far', { count }) : t('rides.count', { count })
}
