import { useRef, useState, type RefObject } from 'react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { RequestSummary } from '@samtur/contract/support'
import type { Translate } from '@samtur/i18n/translate'
import { useT } from '#lib/i18n'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { LoadMore } from '#ui/load-more'
import { RowsSkeleton } from '#ui/rows-skeleton'
import { LoadFailure } from '../moderation/admin-states.tsx'
import { canResolve, stepIn } from './admin-model.ts'
import type { Requests } from './admin-queries.ts'
import { ResolveDialog } from './admin-resolve.tsx'
import { RequestRow } from './admin-row.tsx'
import { openDialogs, useShortcuts } from './admin-shortcuts.tsx'

interface RequestListProps {
  query: UseInfiniteQueryResult<Requests>
  /** The number of filtered requests; for a text search counted only up to a limit. */
  matching: number | undefined
  searched: boolean
  search: RefObject<HTMLInputElement | null>
  onShow: (id: string) => void
  onHelp: () => void
}

/** The filtered requests, newest first, in a scrolling area that loads more. */
export function RequestList({ query, matching, searched, search, onShow, onHelp }: RequestListProps) {
  const t = useT()
  const requests = query.data?.pages.flatMap(({ items }) => items)
  return (
    <>
      <p role="status" className="min-h-6 text-sm text-soft">
        {matching !== undefined && !query.isError && matchingText(t, matching, searched)}
      </p>
      {query.isError && <LoadFailure query={query} what={t('admin_support.load_failed')} />}
      {!requests && query.isPending && (
        <Card padding="none" className="h-150 overflow-hidden">
          <RowsSkeleton label={t('core.loading')} />
        </Card>
      )}
      {requests?.length === 0 && !query.isError && (
        <EmptyState level="h3" title={t('admin_support.empty_title')} text={t('admin_support.empty_text')} />
      )}
      {requests && requests.length > 0 && (
        <Rows requests={requests} query={query} search={search} onShow={onShow} onHelp={onHelp} />
      )}
    </>
  )
}

const counted = 1000
const crowd = 200

const matchingText = (t: Translate, count: number, searched: boolean) =>
  searched && count >= counted ? t('admin_support.matching_many', { count }) : t('admin_support.matching', { count })

interface RowsProps extends Omit<RequestListProps, 'matching' | 'searched'> {
  requests: readonly RequestSummary[]
}

function Rows({ requests, query, search, onShow, onHelp }: RowsProps) {
  const t = useT()
  const region = useRef<HTMLDivElement>(null)
  const [resolving, setResolving] = useState<RequestSummary>()
  const go = useRowSteps(region)
  // Keys do nothing in the list below a dialog.
  const unless = (act: () => unknown) => () => (openDialogs() > 0 ? false : act())
  const resolve = () => {
    const id = document.activeElement?.closest('[data-request]')?.getAttribute('data-request')
    const request = requests.find((each) => each.id === id)
    if (!request || !canResolve(request)) return false
    setResolving(request)
    return true
  }
  useShortcuts({
    j: unless(() => go(1)),
    k: unless(() => go(-1)),
    // Outside of the rows the arrows scroll.
    ArrowDown: unless(() => (isOnRow() ? go(1) : false)),
    ArrowUp: unless(() => (isOnRow() ? go(-1) : false)),
    r: unless(resolve),
    '/': unless(() => search.current?.focus()),
    '?': unless(onHelp),
  })
  return (
    <Card padding="none" className={query.isPlaceholderData ? 'opacity-60' : ''}>
      {/* A scrolling area has to be reachable by keyboard. */}
      <div
        ref={region}
        role="region"
        aria-label={t('admin_support.requests')}
        tabIndex={0}
        className="relative h-150 overflow-y-auto rounded-card focus-visible:-outline-offset-2"
      >
        <ul>
          {requests.map((request) => (
            <RequestRow key={request.id} request={request} crowded={requests.length > crowd} onShow={onShow} />
          ))}
        </ul>
        {query.hasNextPage && (
          <LoadMore
            label={t('admin.show_more')}
            busy={query.isFetchingNextPage}
            problem={query.isFetchNextPageError && t('admin_support.load_failed')}
            onMore={() => void query.fetchNextPage()}
            className="border-t border-line p-3"
          />
        )}
      </div>
      {resolving && <ResolveDialog request={resolving} onClose={() => setResolving(undefined)} />}
    </Card>
  )
}

const isOnRow = () => document.activeElement?.matches('[data-row]') ?? false

/** Moves the focus from row to row. */
function useRowSteps(region: RefObject<HTMLElement | null>) {
  return (step: 1 | -1) => {
    const rows = [...(region.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const own = document.activeElement?.closest('[data-request]')
    const at = rows.findIndex((row) => row.closest('[data-request]') === own && own !== null)
    rows[stepIn(rows.length, at, step)]?.focus()
  }
}
