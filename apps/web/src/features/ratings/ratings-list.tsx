import { useEffect, useEffectEvent, useRef } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Rating as GivenRating } from '@samtur/contract/ratings'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { usePersonName } from '#lib/person-name'
import { Avatar } from '#ui/avatar'
import { Button } from '#ui/button'
import { Rating } from '#ui/rating'
import { Loading, Skeleton, SkeletonText } from '#ui/skeleton'
import { ratingsQuery } from './queries.ts'

/** What others have said of a person, newest first; more arrives as one scrolls. */
export function RatingsList({ userId }: { userId: string }) {
  const t = useT()
  const query = useInfiniteQuery(ratingsQuery(userId))
  const items = query.data?.pages.flatMap((page) => page.items)
  useLogged(query.error)

  if (!items && query.isError) return <p className="text-soft">{t('ratings.list_unavailable')}</p>
  if (!items) return <RatingsSkeleton />
  if (items.length === 0) return <p className="text-soft">{t('ratings.none')}</p>
  return (
    <>
      <ul>
        {items.map((rating) => (
          <OneRating key={rating.id} rating={rating} />
        ))}
      </ul>
      {query.hasNextPage && <More query={query} />}
    </>
  )
}

function OneRating({ rating: { rating, comment, created_at, rater } }: { rating: GivenRating }) {
  const t = useT()
  const format = useFormat()
  const nameOf = usePersonName()
  return (
    // `relative` keeps what only screen readers see inside the frame that scrolls.
    <li className="relative flex gap-3 border-t border-line py-4 first:border-t-0 first:pt-0">
      <Avatar name={rater.first_name} src={rater.profile_picture} size="sm" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
          <bdi className="font-semibold wrap-anywhere">{nameOf(rater.first_name)}</bdi>
          <Rating value={format.number(rating)} label={t('ratings.option', { value: rating })} />
          <time dateTime={created_at} className="text-sm text-soft">
            {format.date(created_at)}
          </time>
        </div>
        {comment && (
          <p dir="auto" className="mt-1 max-w-text whitespace-pre-line wrap-anywhere">
            {comment}
          </p>
        )}
      </div>
    </li>
  )
}

interface MoreProps {
  query: { isFetching: boolean; isFetchingNextPage: boolean; isError: boolean; fetchNextPage: () => Promise<unknown> }
}

/** The button is for the keyboard and for browsers that do not tell what is in view. */
function More({ query }: MoreProps) {
  const t = useT()
  const place = useRef<HTMLDivElement>(null)
  const seen = useEffectEvent(() => {
    // After a failure only the button asks again, or it would ask without end.
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

/** A list of opinions that cannot be had is no reason to interrupt anybody. */
function useLogged(error: unknown) {
  useEffect(() => {
    // oxlint-disable-next-line no-console -- for whoever looks into it; the page goes on
    if (error) console.error('ratings could not be loaded', error)
  }, [error])
}
