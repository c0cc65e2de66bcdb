import { useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { paths } from '@samtur/contract/paths'
import { useLoadFailure, type Failing } from '#lib/failure'
import { useT } from '#lib/i18n'
import { Failure } from '#ui/failure'
import { BackLink } from '#ui/back-link'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import { Page, PageHeader } from '#ui/page'
import { Loading, Skeleton } from '#ui/skeleton'
import { BlockedPerson } from './blocked-person.tsx'
import { blocksQuery } from './queries.ts'

/** The blocked people. People do not see who has blocked them. */
export function BlockedScreen() {
  const t = useT()
  const back = <BackLink to={paths.ownProfile}>{t('blocks.to_profile')}</BackLink>
  return (
    <Page width="text">
      <PageHeader title={t('blocks.title')} lead={t('blocks.lead')} back={back} />
      <BlockedList />
    </Page>
  )
}

function BlockedList() {
  const t = useT()
  const list = useRef<HTMLDivElement>(null)
  const query = useQuery(blocksQuery)
  const blocks = query.data
  if (!blocks && !query.isError) return <ListSkeleton />
  return (
    // The pressed button disappears with its row: the focus stays with the list.
    <div ref={list} tabIndex={-1} className="outline-none">
      {query.isError && <LoadFailure query={query} />}
      {blocks?.length === 0 && (
        <EmptyState
          drawing={<Landscape scene="done" />}
          title={t('blocks.empty_title')}
          text={t('blocks.empty_text')}
        />
      )}
      {blocks && blocks.length > 0 && (
        <Card padding="none">
          <ul aria-label={t('blocks.title')} className="px-4.5 sm:px-5.5">
            {blocks.map((block) => (
              <BlockedPerson key={block.user.id} block={block} onLifted={() => list.current?.focus()} />
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

function ListSkeleton() {
  const t = useT()
  return (
    <Loading label={t('core.loading')}>
      <Card className="flex flex-col gap-5">
        {[0, 1, 2].map((index) => (
          <div key={index} className="flex items-center gap-3">
            <Skeleton className="size-11 shrink-0 rounded-full" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-5 w-40" />
              <Skeleton className="h-4 w-28" />
            </div>
          </div>
        ))}
      </Card>
    </Loading>
  )
}

function LoadFailure({ query }: { query: Failing }) {
  const t = useT()
  return <Failure {...useLoadFailure(query)} title={t('blocks.load_failed')} className="mb-5" />
}
