import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '@samtur/contract/paths'
import { useErrorText } from '#lib/error-text'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Icon } from '#ui/icon'
import { ArrowLink } from '#ui/link'
import { Loading, Skeleton } from '#ui/skeleton'
import { lostTrip } from './model.ts'
import { NotificationItem } from './notification-item.tsx'
import { useMarkRead, useNotifications } from './queries.ts'

const most = 6

/** The panel of the bell: the newest notifications, and a link to all. */
export function BellPanel() {
  const t = useT()
  // The panel is open for a moment only.
  const [now] = useState(Date.now)
  const query = useNotifications()
  const { mutate: markRead } = useMarkRead()
  const items = query.data
  const newest = items?.[0]
  return (
    <div className="flex flex-col">
      <div className="flex min-h-13 items-center justify-between gap-3 border-b border-line ps-4 pe-1.5">
        <p className="font-heading text-lg">{t('notifications.title')}</p>
        {newest && items.some(({ read_at }) => read_at === null) && (
          <Button variant="ghost" size="sm" icon="check" onClick={() => markRead({ id: newest.id, all: true })}>
            {t('notifications.read_all')}
          </Button>
        )}
      </div>
      {!items && !query.isError && <PanelSkeleton />}
      {!items && query.isError && <Problem query={query} />}
      {items?.length === 0 && <p className="px-4 py-8 text-center text-soft">{t('notifications.empty_title')}</p>}
      {items && items.length > 0 && (
        <ul aria-label={t('notifications.title')} className="divide-y divide-line">
          {items.slice(0, most).map((notification) => (
            <li key={notification.id}>
              <NotificationItem
                notification={notification}
                onOpen={({ id, read_at }) => {
                  if (read_at === null) markRead({ id })
                }}
              />
              {lostTrip(notification, now) && (
                <ArrowLink to={paths.notifications} className="ms-15 mb-1 text-sm sm:ms-16">
                  {t('notifications.other_ways')}
                </ArrowLink>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="sticky bottom-0 flex items-center justify-between gap-3 border-t border-line bg-surface ps-4 pe-1.5">
        <ArrowLink to={paths.notifications}>{t('notifications.show_all')}</ArrowLink>
        <Link
          to={`${paths.notifications}?tab=settings`}
          className="inline-flex size-11 items-center justify-center rounded-field text-soft hover:bg-sunk hover:text-text"
        >
          <Icon name="filter" size={22} />
          <span className="sr-only">{t('notifications.settings')}</span>
        </Link>
      </div>
    </div>
  )
}

function Problem({ query }: { query: ReturnType<typeof useNotifications> }) {
  const t = useT()
  const errorText = useErrorText()
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-6 text-center">
      <p className="text-soft">{errorText(query.error)}</p>
      <Button variant="quiet" size="sm" icon="refresh" busy={query.isFetching} onClick={() => void query.refetch()}>
        {t('core.retry')}
      </Button>
    </div>
  )
}

function PanelSkeleton() {
  const t = useT()
  return (
    <Loading label={t('core.loading')} className="flex flex-col gap-5 px-4 py-4">
      {[0, 1, 2].map((index) => (
        <div key={index} className="flex gap-3">
          <Skeleton className="size-9 shrink-0 rounded-full" />
          <div className="flex flex-1 flex-col gap-2.5">
            <Skeleton className="h-5 w-11/12" />
            <Skeleton className="h-4 w-2/3" />
          </div>
        </div>
      ))}
    </Loading>
  )
}
