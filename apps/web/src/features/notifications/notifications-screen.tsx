import { useRef, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useLoadFailure } from '#lib/failure'
import { focusSoon } from '#lib/focus'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Failure } from '#ui/failure'
import { Landscape } from '#ui/landscape'
import { LoadMore } from '#ui/load-more'
import { PageHeader } from '#ui/page'
import { Card } from '#ui/card'
import { Loading, Skeleton } from '#ui/skeleton'
import { Tabs } from '#ui/tabs'
import { NotificationDays } from './notification-days.tsx'
import { useMarkRead, useNotifications } from './queries.ts'

interface NotificationsScreenProps {
  /** The settings section. */
  settings: ReactNode
}

/** All notifications, and their settings. */
export function NotificationsScreen({ settings }: NotificationsScreenProps) {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'settings' ? 'settings' : 'list'
  return (
    <>
      <PageHeader title={t('notifications.title')} />
      <Tabs
        label={t('notifications.tabs')}
        value={tab}
        onChange={(next) => setParams(next === 'settings' ? { tab: next } : {}, { replace: true })}
        items={[
          { value: 'list', label: t('notifications.title'), icon: 'bell' },
          { value: 'settings', label: t('notifications.settings'), icon: 'filter' },
        ]}
      >
        {tab === 'settings' ? settings : <NotificationList />}
      </Tabs>
    </>
  )
}

function NotificationList() {
  const t = useT()
  const list = useRef<HTMLDivElement>(null)
  const query = useNotifications()
  const { mutate: markRead } = useMarkRead()
  const failure = useLoadFailure(query)
  const items = query.data
  const newest = items?.[0]
  const more = async (pressed: boolean) => {
    const before = items?.length ?? 0
    await query.fetchNextPage()
    if (pressed) focusSoon(() => list.current?.querySelectorAll<HTMLElement>('li > a')[before])
  }

  if (!items && !query.isError) return <ListSkeleton />
  const broken = query.isError && !query.isFetchNextPageError
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {broken && <Failure {...failure} title={t('notifications.load_failed')} className="mb-5" />}
      {items?.length === 0 && (
        <EmptyState
          drawing={<Landscape scene="done" />}
          title={t('notifications.empty_title')}
          text={t('notifications.empty_text')}
        />
      )}
      {newest && items.some(({ read_at }) => read_at === null) && (
        <div className="mb-3 flex justify-end">
          <Button
            variant="quiet"
            size="sm"
            icon="check"
            onClick={() => {
              markRead({ id: newest.id, all: true })
              // The button disappears, so the focus stays with the list.
              list.current?.focus({ preventScroll: true })
            }}
          >
            {t('notifications.read_all')}
          </Button>
        </div>
      )}
      {items && items.length > 0 && (
        <NotificationDays
          items={items}
          onOpen={({ id, read_at }) => {
            if (read_at === null) markRead({ id })
          }}
        />
      )}
      {query.hasNextPage && (
        <LoadMore
          label={t('notifications.show_more')}
          busy={query.isFetchingNextPage}
          problem={query.isFetchNextPageError && failure.text}
          onMore={(pressed) => void more(pressed)}
          className="mt-6"
        />
      )}
    </div>
  )
}

function ListSkeleton() {
  const t = useT()
  return (
    <Loading label={t('core.loading')}>
      <Skeleton className="mb-3 h-6 w-24" />
      <Card padding="none" className="divide-y divide-line">
        {[0, 1, 2, 3].map((index) => (
          <div key={index} className="flex gap-3 px-4 py-4">
            <Skeleton className="size-9 shrink-0 rounded-full" />
            <div className="flex flex-1 flex-col gap-2.5">
              <Skeleton className="h-5 w-3/4" />
              <Skeleton className="h-4 w-1/2" />
            </div>
          </div>
        ))}
      </Card>
    </Loading>
  )
}
