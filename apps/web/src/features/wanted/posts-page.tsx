import { newWantedPath } from '@samtur/contract/paths'
import { useLoadFailure } from '#lib/failure'
import { useT } from '#lib/i18n'
import { ButtonLink } from '#ui/button'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { Failure } from '#ui/failure'
import { Landscape } from '#ui/landscape'
import { LoadMore } from '#ui/load-more'
import { Page, PageHeader } from '#ui/page'
import { Loading, Skeleton } from '#ui/skeleton'
import { OpenPosts } from './open-posts.tsx'
import { usePosts } from './queries.ts'

/** What people look for in public, for drivers who plan a ride. */
export function PostsPage() {
  const t = useT()
  return (
    <Page>
      <PageHeader title={t('posts.title')} lead={t('posts.lead')} />
      <List />
    </Page>
  )
}

function List() {
  const t = useT()
  const query = usePosts()
  const failure = useLoadFailure(query)
  if (!query.data && !query.isError) return <PostsSkeleton />
  return (
    <>
      {query.isError && !query.isFetchNextPageError && (
        <Failure {...failure} title={t('posts.load_failed')} className="mb-5" />
      )}
      {query.data?.length === 0 && <NoPosts />}
      {query.data && query.data.length > 0 && <OpenPosts posts={query.data} level="h2" />}
      {query.hasNextPage && (
        <LoadMore
          label={t('rides.show_more')}
          busy={query.isFetchingNextPage}
          problem={query.isFetchNextPageError && t('posts.load_failed')}
          onMore={() => void query.fetchNextPage()}
          className="mt-6"
        />
      )}
    </>
  )
}

function NoPosts() {
  const t = useT()
  return (
    <EmptyState
      drawing={<Landscape scene="rides" />}
      title={t('posts.none_title')}
      text={t('posts.none_text')}
      action={
        <ButtonLink to={newWantedPath} variant="quiet" icon="plus">
          {t('posts.look_for_one')}
        </ButtonLink>
      }
    />
  )
}

export function PostsSkeleton() {
  const t = useT()
  return (
    <Loading label={t('posts.loading')} className="grid gap-4 sm:gap-4.5 md:grid-cols-2">
      {[0, 1].map((at) => (
        <Card key={at} className="flex flex-col gap-4">
          <div className="flex items-center gap-3.5">
            <Skeleton className="size-11 rounded-full" />
            <Skeleton className="h-5 w-2/5" />
          </div>
          <Skeleton className="h-7 w-3/5 rounded-full" />
          <Skeleton className="h-11 w-full" />
        </Card>
      ))}
    </Loading>
  )
}
