import { useParams } from 'react-router'
import type { Followed } from '@samtur/contract/travel'
import { useLoadFailure } from '#lib/failure'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { readablePlate } from '#lib/readable'
import { Alert } from '#ui/alert'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { Failure } from '#ui/failure'
import { Icon } from '#ui/icon'
import { Page, PageHeader } from '#ui/page'
import { Loading, Skeleton } from '#ui/skeleton'
import { did } from './did.ts'
import { isGone, useFollowed } from './queries.ts'

/** What somebody with a follow link sees, without an account: the last known state with its time, and the plan. */
export function FollowPage() {
  const t = useT()
  const { key = '' } = useParams()
  const query = useFollowed(key)
  const failure = useLoadFailure(query)
  if (isGone(query.error))
    return (
      <Page width="form">
        <EmptyState level="h1" title={t('travel.followed_none_title')} text={t('travel.followed_none_text')} />
      </Page>
    )
  if (!query.data)
    return (
      <Page width="form">
        {query.isError ? <Failure {...failure} title={t('travel.load_failed')} /> : <FollowSkeleton />}
      </Page>
    )
  return <Shown followed={query.data} loadedAt={query.dataUpdatedAt} />
}

function Shown({ followed, loadedAt }: { followed: Followed; loadedAt: number }) {
  const t = useT()
  const format = useFormat()
  const { sharer: name, driver, driving, cancelled, start, end, car, position, ends_at } = followed
  const lead = driving ? t('travel.followed_drives', { name }) : t('travel.followed_rides', { name, driver })
  return (
    <Page width="form">
      <PageHeader title={t('travel.followed_title', { name })} lead={lead} />
      <div className="flex flex-col gap-5">
        {cancelled && <Alert tone="warning">{t('travel.followed_cancelled', { name })}</Alert>}
        <Card as="section" aria-labelledby="last">
          <h2 id="last" className="mb-2 text-lg">
            {t('travel.followed_last')}
          </h2>
          <div className="flex flex-col gap-2 text-xl wrap-anywhere">
            <div role="status">
              <LastSaid followed={followed} />
            </div>
            {position && (
              <p className="flex flex-wrap items-center gap-x-2 text-base">
                {t('travel.followed_position', { time: format.time(position.at) })}{' '}
                <a
                  href={`geo:${position.lat},${position.lon}?q=${position.lat},${position.lon}`}
                  className="inline-flex min-h-11 items-center gap-1.5 text-link underline underline-offset-3"
                >
                  <Icon name="pin" size={18} />
                  {t('travel.open_map')}
                </a>
              </p>
            )}
          </div>
        </Card>
        <Card as="section" aria-labelledby="plan">
          <h2 id="plan" className="mb-3 text-lg">
            {t('travel.followed_plan')}
          </h2>
          <dl className="grid items-baseline gap-x-4 text-lg sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-3">
            {[start, end].map(({ text, at, point }, index) => (
              <div key={at} className="contents">
                <dt className="font-semibold tabular">
                  <time suppressHydrationWarning dateTime={at}>
                    {index === 0 ? format.dateTime(at) : `${format.date(at)} ${format.time(at)}`}
                  </time>
                </dt>
                <dd className="mb-3 min-w-0 wrap-anywhere sm:mb-0">
                  <bdi className="font-semibold">{text}</bdi>
                  {point && <bdi className="block text-base text-soft">{point}</bdi>}
                </dd>
              </div>
            ))}
          </dl>
          {car && (
            <p className="mt-4 flex flex-wrap items-center gap-3 text-lg">
              <span>
                <bdi>{car.make}</bdi>, <bdi>{car.color}</bdi>
              </span>
              <span dir="ltr" className="rounded-sm border-2 border-text px-2.5 py-0.5 text-xl font-bold tabular">
                {readablePlate(car.plate)}
              </span>
            </p>
          )}
        </Card>
        <p className="text-soft">{t('travel.followed_note', { name })}</p>
        <p className="text-sm text-soft">
          {t('travel.followed_updated', { time: format.time(new Date(loadedAt).toISOString()) })}{' '}
          {t('travel.works_until', { time: format.dateTime(ends_at) })}
        </p>
      </div>
    </Page>
  )
}

function LastSaid({ followed: { sharer: name, check_ins } }: { followed: Followed }) {
  const t = useT()
  const format = useFormat()
  const last = check_ins.at(-1)
  if (!last) return <p>{t('travel.followed_nothing', { name })}</p>
  return <p>{t('travel.followed_said', { name, time: format.time(last.at), what: t(did(last.kind)) })}</p>
}

function FollowSkeleton() {
  const t = useT()
  return (
    <Loading label={t('travel.loading')} className="flex flex-col gap-5">
      <Skeleton className="h-10 w-2/3" />
      <Skeleton className="h-28" />
      <Skeleton className="h-40" />
    </Loading>
  )
}
