import { firstName } from '@samtur/contract/names'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n'
import { usePersonName } from '#lib/person-name'
import { Button } from '#ui/button'
import { Loading, Skeleton } from '#ui/skeleton'
import { SkeletonText } from '#ui/skeleton-text'
import { OneRating } from './one-rating.tsx'
import { ratingsQuery } from './queries.ts'

/** What others have said of the person of that name, newest first; more arrives as one scrolls. */
export function RatingsList({ userId, name }: { userId: string; name: string }) {
  const t = useT()
  const nameOf = usePersonName()
  const query = useInfiniteQuery(ratingsQuery(userId))
  const items = query.data?.pages.flatMap((page) => page.items)
  const shownName = nameOf(firstName(name))
  useLogged(query.error)

  if (!items && query.isError) return <p className="text-soft">{t('ratings.list_unavailable')}</p>
  if (!items) return <RatingsSkeleton />
  if (items.length === 0) return <p className="text-soft">{t('ratings.none')}</p>
  return (
    <>
      <ul>
        {items.map((rating) => (
          <OneRating key={rating.id} rating={rating} name={shownName} />
        ))}
      </ul>
      {query.hasNextPage && <More query={query} />}
    </>
  )
}

interface MoreProps {
  query: { isFetching: boolean; isFetchingNextPage: boolean; isError: boolean; fetchNextPage: () => Promise<unknown> }
}

/** Loads more ratings when it scrolls into view. The button is for the keyboard and for browsers without IntersectionObserver. */
function More({ query }: MoreProps) {
  const t = useT()
  const place = useRef<HTMLDivElement>(null)
  const seen = useEffectEvent(() => {
    // After an error only the button tries again; scrolling would retry endlessly.
    if (!query.isFetching && !query.isError) void query.fetchNextPage()
  })
  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) seen()
    })
    observer.observe(place.current)
    return () => observer.disconnect()
    // A short page may leave the place in view: it is looked at again after each one.
  }, [query.isFetchingNextPage])
  return (
    <div ref={place} className="flex flex-col items-center gap-2 border-t border-line pt-4">
      {query.isError && <p className="text-soft">{t('ratings.list_unavailable')}</p>}
      <Button variant="quiet" size="sm" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('ratings.show_more')}
      </Button>
    </div>
  )
}

function RatingsSkeleton() {
  const t = useT()
  return (
    <Loading label={t('ratings.loading')} className="flex flex-col gap-6">
      {[0, 1, 2].map((index) => (
        <div key={index} className="flex gap-3">
          <Skeleton className="size-9 shrink-0 rounded-full" />
          <div className="flex flex-1 flex-col gap-3">
            <Skeleton className="h-5 w-40" />
            <SkeletonText lines={2} />
          </div>
        </div>
      ))}
    </Loading>
  )
}

/** Logs the error, because ratings that fail to load are no reason for a message. */
function useLogged(error: unknown) {
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the only trace of the error, for developers; the page continues
    if (error) console.error('ratings could not be loaded', error)
  }, [error])
}
