import { useT } from '#lib/i18n'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { Failure } from '#ui/failure'
import { Landscape } from '#ui/landscape'
import { Loading, Skeleton } from '#ui/skeleton'
import { SkeletonText } from '#ui/skeleton-text'
import { Spinner } from '#ui/spinner'

export function StateParts() {
  const t = useT()
  const none = [t('rides.none_title'), t('no_rides.text')] as const
  const scenes = [
    ['rides', ...none],
    ['reservations', t('nav.reservations'), t('no_rides.text')],
    ['chats', t('nav.chat'), t('no_rides.text')],
    ['error', t('core.crash_title'), t('core.crash_text')],
    ['offline', t('core.offline_title'), t('core.offline')],
    ['not-found', t('rides.load_failed'), t('core.generic_error')],
    ['done', t('reservations.sent_title'), t('reservations.sent_text')],
  ] as const
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <Card>
          <Loading label={t('rides.loading')} className="flex flex-col gap-4">
            <Skeleton className="h-6 w-2/5" />
            <SkeletonText />
            <Skeleton className="h-11 w-full rounded-field" />
          </Loading>
        </Card>
        <Card className="flex items-center justify-center">
          <Spinner label={t('core.loading')} showLabel />
        </Card>
      </div>
      <Failure
        title={t('rides.load_failed')}
        text={t('core.generic_error')}
        retry={t('core.retry')}
        busy={false}
        onRetry={() => {}}
      />
      <div className="grid gap-4 sm:grid-cols-2 md:grid-cols-3">
        {scenes.map(([scene, title, text]) => (
          <Card key={scene}>
            <EmptyState drawing={<Landscape scene={scene} />} title={title} text={text} level="h3" />
          </Card>
        ))}
      </div>
    </div>
  )
}
