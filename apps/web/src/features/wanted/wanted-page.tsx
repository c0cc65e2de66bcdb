import { useState } from 'react'
import { newWantedPath, paths } from '@samtur/contract/paths'
import { wanted as limits } from '@samtur/contract/constants'
import type { OwnWanted } from '@samtur/contract/wanted'
import { useLoadFailure } from '#lib/failure'
import { useT } from '#lib/i18n'
import { useNavigate, useSearchParams } from 'react-router'
import { Button, ButtonLink } from '#ui/button'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { Failure } from '#ui/failure'
import { Landscape } from '#ui/landscape'
import { ArrowLink } from '#ui/link'
import { LoadMore } from '#ui/load-more'
import { Page, PageHeader } from '#ui/page'
import { Loading, Skeleton } from '#ui/skeleton'
import { bodyOf, countActive, emptyWanted, splitOwn, type WantedValues } from './model.ts'
import { useLiveWanted, useOwnWanted, useSaveWanted } from './queries.ts'
import { EndedWanted, WantedCard } from './wanted-card.tsx'
import { WantedDialog } from './wanted-dialog.tsx'

/** The reader's wanted rides: what matches, who sees them, and what can be done with them. */
export function WantedPage() {
  const t = useT()
  const query = useOwnWanted()
  useLiveWanted()
  const items = query.data
  const active = countActive(items ?? [])
  const full = active >= limits.active
  const all = items !== undefined && !query.hasNextPage
  return (
    <Page>
      <PageHeader
        title={t('wanted.mine')}
        lead={
          <>
            {t('wanted.lead')}{' '}
            {all && active > 0 && t('wanted.used', { used: String(active), most: String(limits.active) })}
          </>
        }
        actions={<NewWanted full={full} ready={items !== undefined || query.isError} />}
      />
      {full && <p className="-mt-3 mb-6 max-w-text text-soft sm:-mt-5">{t('wanted.full', { most: limits.active })}</p>}
      <List query={query} />
      <ArrowLink to={paths.wantedPosts} className="mt-6">
        {t('posts.see_all')}
      </ArrowLink>
    </Page>
  )
}

interface NewWantedProps {
  /** The person has as many as one may have: the button stays, and the page says why it does nothing. */
  full: boolean
  /** It is known how many there are. */
  ready: boolean
}

/** The address says that the form is open, so that other pages can lead to it. */
function NewWanted({ full, ready }: NewWantedProps) {
  const t = useT()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { mutateAsync } = useSaveWanted()
  const [turn, setTurn] = useState(0)
  const send = (values: WantedValues, keyOf: (body: unknown) => string) => {
    const body = bodyOf(values)
    return mutateAsync({ body, idempotencyKey: keyOf(body) })
  }
  const close = () => {
    setTurn(turn + 1)
    void navigate(paths.wanted, { replace: true })
  }
  return (
    <>
      <Button
        variant="quiet"
        icon="plus"
        aria-disabled={full || undefined}
        onClick={() => !full && navigate(newWantedPath)}
        className="max-sm:w-full"
      >
        {t('wanted.new')}
      </Button>
      <WantedDialog
        key={turn}
        open={params.has('new') && ready && !full}
        onClose={close}
        initial={emptyWanted}
        send={send}
        onSaved={close}
      />
    </>
  )
}

function List({ query }: { query: ReturnType<typeof useOwnWanted> }) {
  const t = useT()
  const failure = useLoadFailure(query)
  const { current, ended } = splitOwn(query.data ?? [])
  if (!query.data && !query.isError) return <ListSkeleton />
  return (
    <>
      {query.isError && !query.isFetchNextPageError && (
        <Failure {...failure} title={t('wanted.load_failed')} className="mb-5" />
      )}
      {query.data && current.length === 0 && <NoWanted />}
      {current.length > 0 && <WantedRides items={current} />}
      {query.hasNextPage && (
        <LoadMore
          label={t('rides.show_more')}
          busy={query.isFetchingNextPage}
          problem={query.isFetchNextPageError && t('wanted.load_failed')}
          onMore={() => void query.fetchNextPage()}
          className="mt-6"
        />
      )}
      {ended.length > 0 && <EndedWanted items={ended} />}
    </>
  )
}

function WantedRides({ items }: { items: readonly OwnWanted[] }) {
  return (
    <ul className="grid items-start gap-4 sm:gap-4.5 md:grid-cols-2">
      {items.map((wanted) => (
        <li key={wanted.id} className="min-w-0">
          <WantedCard wanted={wanted} />
        </li>
      ))}
    </ul>
  )
}

function NoWanted() {
  const t = useT()
  return (
    <EmptyState
      drawing={<Landscape scene="rides" />}
      title={t('wanted.none_title')}
      text={t('wanted.none_text')}
      action={
        <ButtonLink to={newWantedPath} icon="plus">
          {t('wanted.new')}
        </ButtonLink>
      }
    />
  )
}

function ListSkeleton() {
  const t = useT()
  return (
    <Loading label={t('wanted.loading')} className="grid gap-4 sm:gap-4.5 md:grid-cols-2">
      {[0, 1].map((at) => (
        <Card key={at} className="flex flex-col gap-4">
          <div className="flex items-center justify-between">
            <Skeleton className="h-7 w-28 rounded-full" />
            <Skeleton className="h-5 w-24" />
          </div>
          <Skeleton className="h-6 w-3/5" />
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-11 w-full" />
        </Card>
      ))}
    </Loading>
  )
}
