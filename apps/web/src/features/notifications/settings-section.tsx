import { useLoadFailure } from '#lib/failure'
import { useT } from '#lib/i18n'
import { Card } from '#ui/card'
import { Failure } from '#ui/failure'
import { Loading, Skeleton } from '#ui/skeleton'
import { KindGroups } from './kind-groups.tsx'
import { PushSection } from './push-section.tsx'
import { useSettings } from './queries.ts'

/** Settings of notifications by mail and push; each choice is stored at once. */
export function SettingsSection() {
  const t = useT()
  const query = useSettings()
  const failure = useLoadFailure(query)
  if (!query.data && query.isError) return <Failure {...failure} title={t('notifications.settings_failed')} />
  if (!query.data) return <SettingsSkeleton />
  return (
    <>
      <KindGroups settings={query.data} />
      {query.data.push_key && <PushSection settings={query.data} pushKey={query.data.push_key} />}
    </>
  )
}

function SettingsSkeleton() {
  const t = useT()
  return (
    <Loading label={t('core.loading')}>
      <Card className="flex flex-col gap-5">
        <Skeleton className="h-7 w-52" />
        {[0, 1, 2, 3, 4].map((index) => (
          <div key={index} className="flex items-center justify-between gap-4">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-7 w-12 rounded-full" />
          </div>
        ))}
      </Card>
    </Loading>
  )
}
