import { useInfiniteQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { RowsSkeleton } from '#ui/rows-skeleton'
import { LongList } from '#ui/long-list'
import { LoadFailure } from './admin-states.tsx'
import { LogEntry } from './log-entry.tsx'
import { auditLogQuery } from './queries.ts'

/** Administrators' actions, newest first. */
export function AuditLog({ onShow }: { onShow: (id: string) => void }) {
  const t = useT()
  const query = useInfiniteQuery(auditLogQuery)
  const entries = query.data?.pages.flatMap(({ items }) => items)
  if (!entries && !query.isError)
    return (
      <Card padding="none">
        <RowsSkeleton label={t('core.loading')} />
      </Card>
    )
  return (
    <>
      {query.isError && <LoadFailure query={query} what={t('admin.log_failed')} />}
      {entries?.length === 0 && <EmptyState title={t('admin.log_empty')} />}
      {entries && entries.length > 0 && (
        <LongList moreLabel={t('admin.show_more')} label={t('admin.tab_log')} query={query} inset>
          {entries.map((entry) => (
            <LogEntry key={entry.id} entry={entry} onShow={onShow} />
          ))}
        </LongList>
      )}
    </>
  )
}
