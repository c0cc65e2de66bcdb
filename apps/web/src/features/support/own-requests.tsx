import { useEffect, useId, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { paths, signInPath } from '@samtur/contract/paths'
import type { OwnRequest } from '@samtur/contract/support'
import { useLoadFailure } from '#lib/failure'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Tag } from '#ui/badge'
import { StatusBadge } from '#ui/status-badge'
import { Button, ButtonLink } from '#ui/button'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { Failure } from '#ui/failure'
import { Landscape } from '#ui/landscape'
import { LoadMore } from '#ui/load-more'
import { Loading, Skeleton } from '#ui/skeleton'
import { SkeletonText } from '#ui/skeleton-text'
import { statusLooks, statusTexts, typeTexts } from './model.ts'
import { useLiveSupport, useOwnRequests } from './queries.ts'
import { Talk } from './talk.tsx'

const here = `${paths.helpSupport}?tab=requests`
const formPath = `${paths.helpSupport}?tab=contact`

/** The person's requests and their states; guests have none. */
export function OwnRequests() {
  const t = useT()
  const { status } = useSession()
  if (status === 'signed-out') {
    const login = signInPath(here)
    return (
      <EmptyState
        title={t('support.login_title')}
        text={t('support.login_text')}
        action={<ButtonLink to={login}>{t('core.log_in')}</ButtonLink>}
      />
    )
  }
  return <RequestList />
}

function RequestList() {
  const t = useT()
  const query = useOwnRequests()
  const failure = useLoadFailure(query)
  useLiveSupport()
  if (!query.data && query.isError) return <Failure {...failure} title={t('support.load_failed')} />
  if (!query.data) return <ListSkeleton />
  if (query.data.length === 0) {
    return (
      <EmptyState
        drawing={<Landscape scene="reservations" />}
        title={t('support.empty_title')}
        text={t('support.empty_text')}
        action={<ButtonLink to={formPath}>{t('support.write')}</ButtonLink>}
      />
    )
  }
  return (
    <>
      <ul className="flex flex-col gap-4">
        {query.data.map((request) => (
          <RequestCard key={request.id} request={request} />
        ))}
      </ul>
      {query.hasNextPage && (
        <LoadMore
          label={t('support.show_more')}
          busy={query.isFetchingNextPage}
          problem={query.isFetchNextPageError && t('support.load_failed')}
          onMore={() => void query.fetchNextPage()}
          className="mt-6"
        />
      )}
    </>
  )
}

function RequestCard({ request }: { request: OwnRequest }) {
  const t = useT()
  const format = useFormat()
  const id = useId()
  const [params, setParams] = useSearchParams()
  const heading = useRef<HTMLHeadingElement>(null)
  const open = params.get('request') === request.id
  const { status, icon } = statusLooks[request.status]
  // Scrolls to the request in the address, which may be far down.
  useEffect(() => {
    if (open) heading.current?.scrollIntoView({ block: 'nearest' })
  }, [open])
  const turn = () => setParams(open ? { tab: 'requests' } : { tab: 'requests', request: request.id }, { replace: true })
  return (
    <Card as="li" aria-labelledby={`${id}-heading`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <StatusBadge status={status} icon={icon}>
          {t(statusTexts[request.status])}
        </StatusBadge>
        <Tag>{t(typeTexts[request.request_type])}</Tag>
        <time dateTime={request.created_at} className="text-sm text-soft">
          {t('support.sent_on', { date: format.dateTime(request.created_at) })}
        </time>
      </div>
      <h2 id={`${id}-heading`} ref={heading} dir="auto" className="mt-3 scroll-mt-20 text-lg wrap-anywhere">
        {request.subject}
      </h2>
      {!open && <Preview request={request} />}
      <Button
        variant="quiet"
        size="sm"
        icon="chat"
        className="mt-4"
        aria-expanded={open}
        aria-controls={`${id}-talk`}
        aria-describedby={`${id}-heading`}
        onClick={turn}
      >
        {open ? t('support.hide_talk') : t('support.show_talk')}
      </Button>
      <div id={`${id}-talk`} hidden={!open} className="mt-4">
        {open && <Talk requestId={request.id} />}
      </div>
    </Card>
  )
}

function Preview({ request: { description, admin_reply: reply } }: { request: OwnRequest }) {
  const t = useT()
  return (
    <>
      <p dir="auto" className="mt-1 line-clamp-2 text-soft wrap-anywhere">
        {description}
      </p>
      {reply && (
        <div className="mt-3 rounded-field bg-brand-tint px-4 py-3">
          <p className="text-sm font-semibold text-on-tint">{t('support.reply')}</p>
          <p dir="auto" className="line-clamp-4 whitespace-pre-wrap wrap-anywhere">
            {reply}
          </p>
        </div>
      )}
    </>
  )
}

function ListSkeleton() {
  const t = useT()
  return (
    <Loading label={t('core.loading')} className="flex flex-col gap-4">
      {[0, 1].map((index) => (
        <Card key={index} className="flex flex-col gap-4">
          <Skeleton className="h-7 w-40" />
          <SkeletonText lines={2} />
        </Card>
      ))}
    </Loading>
  )
}
