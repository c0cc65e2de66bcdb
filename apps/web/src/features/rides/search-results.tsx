import { useRef } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { Button, ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import { isEmptySearch, type Search } from './model.ts'
import { searchQuery } from './queries.ts'
import { RideListSkeleton } from './ride-card.tsx'
import { RideList, RidesProblem } from './ride-list.tsx'

/** The rides that fit, or all upcoming ones where nothing is searched for. */
export function SearchResults({ search }: { search: Search }) {
  const t = useT()
  const query = useInfiniteQuery(searchQuery(search))
  const { data: rides, error, isFetching, hasNextPage } = query
  const loading = !rides && !error
  const list = useRef<HTMLDivElement>(null)
  const more = async () => {
    const before = rides?.length ?? 0
    await query.fetchNextPage()
    // On with the first new ride: the button may be gone, and the focus with it.
    requestAnimationFrame(() => list.current?.querySelectorAll('article')[before]?.querySelector('a')?.focus())
  }
  return (
    <>
      <p role="status" className="mb-4 min-h-8 font-heading text-xl/8 empty:m-0 empty:min-h-0">
        {loading && (isEmptySearch(search) ? t('rides.loading') : t('rides.searching'))}
        {rides && rides.length > 0 && <Count count={rides.length} more={hasNextPage} />}
      </p>
      {loading && <RideListSkeleton />}
      {error && !rides && <RidesProblem error={error} retry={() => void query.refetch()} busy={isFetching} />}
      {rides?.length === 0 && <NoRides search={search} />}
      <div ref={list}>{rides && rides.length > 0 && <RideList rides={rides} level="h2" />}</div>
      {rides && (
        <div className="mt-6 flex flex-col items-center gap-4">
          {error && <RidesProblem error={error} retry={() => void more()} busy={isFetching} />}
          {hasNextPage && !error && (
            <Button variant="quiet" busy={query.isFetchingNextPage} onClick={() => void more()}>
              {t('rides.show_more')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

function Count({ count, more }: { count: number; more: boolean }) {
  const t = useT()
  return more ? t('rides.count_so_far', { count }) : t('rides.count', { count })
}

function NoRides({ search }: { search: Search }) {
  const t = useT()
  const nothingAsked = isEmptySearch(search)
  return (
    <div role="status">
      <EmptyState
        drawing={<Landscape scene="rides" />}
        title={t('rides.none_title')}
        text={nothingAsked ? t('rides.none_at_all') : t('rides.none_text')}
        action={
          <>
            {!nothingAsked && (
              <ButtonLink to={paths.search} variant="quiet">
                {t('rides.all_rides')}
              </ButtonLink>
            )}
            <ButtonLink to={paths.publishRide} icon="plus">
              {t('rides.publish')}
            </ButtonLink>
          </>
        }
      />
    </div>
  )
}
