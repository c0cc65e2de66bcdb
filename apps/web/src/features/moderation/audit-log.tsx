import { useInfiniteQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { LoadFailure, RowsSkeleton } from './admin-states.tsx'
import { LogEntry } from './log-entry.tsx'
import { auditLogQuery } from './queries.ts'

/** What administrators did, newest first. */
export function AuditLog({ onShow }: { onShow: (id: string) => void }) {
  const t = useT()
  const query = useInfiniteQuery(auditLogQuery)
  const entries = query.data?.pages.flatMap(({ items }) => items)
  if (!entries && !query.isError)
    return (
      <Card padding="none">
        <RowsSkeleton />
      </Card>
    )
  return (
    <>
      {query.isError && <LoadFailure query={query} what={t('admin.log_failed')} />}
      {entries?.length === 0 && <EmptyState title={t('admin.log_empty')} />}
      {entries && entries.length > 0 && (
        <Card padding="none">
          <div
            role="region"
            aria-label={t('admin.tab_log')}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            className="relative max-h-150 overflow-y-auto rounded-card px-4 focus-visible:-outline-offset-2"
          >
            <ul>
              {entries.map((entry) => (
                <LogEntry key={entry.id} entry={entry} onShow={onShow} />
              ))}
            </ul>
            {query.hasNextPage && (
              <div className="flex justify-center border-t border-line p-3">
                <Button
                  variant="quiet"
                  size="sm"
                  busy={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {t('admin.show_more')}
                </Button>
              </div>
            )}
          </div>
        </Card>
      )}
    </>
  )
}
