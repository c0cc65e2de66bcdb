import { useQuery } from '@tanstack/react-query'
import type { Currency } from '@samtur/contract/constants'
import { paths, ridePath } from '@samtur/contract/paths'
import type { RideDetail } from '@samtur/contract/rides'
import type { PostOnWay } from '@samtur/contract/wanted'
import { ApiError } from '#lib/api'
import { useLoadFailure } from '#lib/failure'
import { useFormat } from '#lib/format'
import { T, useT } from '#lib/i18n'
import { useParams } from 'react-router'
import { BackLink } from '#ui/back-link'
import { ButtonLink } from '#ui/button'
import { Card, CardLink } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { Failure } from '#ui/failure'
import { Icon } from '#ui/icon'
import { Landscape } from '#ui/landscape'
import { ArrowLink } from '#ui/link'
import { CardGrid, Page, PageHeader } from '#ui/page'
import { RouteRow } from '#ui/route-row'
import { TimeRange } from '#ui/time-range'
import { rideQuery } from '../rides/read-queries.ts'
import { OfferButton } from './offer-button.tsx'
import { ChatLink, PostCard } from './post-card.tsx'
import { PostsSkeleton } from './posts-page.tsx'
import { onYourWayQuery, useLiveWanted } from './queries.ts'

const isUnknown = (error: unknown) => error instanceof ApiError && error.code === 'not_found'

/** What people look for on the way of an own ride; the driver offers the ride as it is. */
export function OnWayPage() {
  const t = useT()
  const { id = '' } = useParams()
  const ride = useQuery(rideQuery(id))
  const posts = useQuery(onYourWayQuery(id))
  const failure = useLoadFailure(posts)
  useLiveWanted()
  if (isUnknown(posts.error) || isUnknown(ride.error)) return <NotYours />
  const count = posts.data?.length ?? 0
  return (
    <Page>
      <PageHeader
        back={<BackLink to={`${paths.myRides}?tab=rides`}>{t('nav.my_rides')}</BackLink>}
        title={t('posts.on_your_way')}
        lead={count > 0 ? t('posts.on_your_way_text', { count }) : undefined}
      />
      {ride.data && <OwnRide ride={ride.data} />}
      {!posts.data && !posts.error && <PostsSkeleton />}
      {posts.error && <Failure {...failure} title={t('posts.load_failed')} className="mb-5" />}
      {posts.data && count === 0 && <p className="text-soft">{t('posts.nobody_yet')}</p>}
      {posts.data && count > 0 && (
        <CardGrid as="ul">
          {posts.data.map((post) => (
            <li key={post.id} className="min-w-0">
              <PostOnTheWay rideId={id} post={post} currency={ride.data?.currency} />
            </li>
          ))}
        </CardGrid>
      )}
      <ArrowLink to={paths.wantedPosts} className="mt-4">
        {t('posts.see_all')}
      </ArrowLink>
    </Page>
  )
}

function OwnRide({ ride }: { ride: RideDetail }) {
  const t = useT()
  const format = useFormat()
  return (
    <Card interactive padding="sm" className="mb-5 max-w-[34rem]">
      <p className="font-semibold wrap-anywhere">
        <CardLink to={ridePath(ride.id)}>
          <RouteRow
            from={ride.start_location}
            to={ride.end_location}
            toLabel={t('core.to')}
            stops={ride.stops.length}
          />
        </CardLink>
      </p>
      <p className="text-sm text-soft tabular">
        {format.date(ride.departure_time)}
        {' · '}
        <TimeRange>
          {format.time(ride.departure_time)}–{format.time(ride.arrival_time)}
        </TimeRange>
        {' · '}
        {t('rides.seats_left', { count: ride.available_seats })}
      </p>
    </Card>
  )
}

interface PostProps {
  rideId: string
  post: PostOnWay
  currency: Currency | undefined
}

function PostOnTheWay({ rideId, post, currency }: PostProps) {
  return (
    <PostCard post={post} level="h2" quiet={post.offered}>
      <div className="mt-auto border-t border-line pt-3.5">
        <Reason post={post} currency={currency} />
        <div className="mt-3.5 flex gap-2.5">
          <OfferButton rideId={rideId} post={post} />
          {!post.offered && <ChatLink post={post} compact />}
        </div>
      </div>
    </PostCard>
  )
}

/** Why the post is here: where on the way it begins, and when the driver is there. */
function Reason({ post: { section, detour }, currency }: Omit<PostProps, 'rideId'>) {
  const t = useT()
  const format = useFormat()
  const price = format.price(section.price, currency).text
  const time = format.time(section.departure_time)
  return (
    <div className="flex gap-3">
      <span
        className={`grid size-9 shrink-0 place-items-center rounded-full ${detour ? 'bg-link-tint text-link' : 'bg-brand-tint text-on-tint'}`}
      >
        <Icon name={detour ? 'route' : 'check'} />
      </span>
      <p className="min-w-0">
        <b className="font-semibold">
          {detour ? (
            <T id="posts.by_detour" values={{ minutes: detour.minutes }} components={[<bdi key="minutes" />]} />
          ) : (
            t('posts.on_way')
          )}
        </b>
        <span className="block text-sm text-soft">
          {section.whole && !detour
            ? t('posts.whole_way', { price })
            : t('posts.part_of_way', { place: section.start_location, time, price })}
        </span>
      </p>
    </div>
  )
}

function NotYours() {
  const t = useT()
  return (
    <Page width="text">
      <EmptyState
        level="h1"
        drawing={<Landscape scene="not-found" />}
        title={t('posts.not_yours')}
        text={t('posts.not_yours_text')}
        action={<ButtonLink to={`${paths.myRides}?tab=rides`}>{t('nav.my_rides')}</ButtonLink>}
      />
    </Page>
  )
}
