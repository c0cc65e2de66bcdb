// Apart from public-late.tsx, because the first view of a search needs nothing of it.
import { lazy, Suspense } from 'react'
import { boot } from '#lib/boot'
import { useFirstTouch } from '#lib/first-touch'
import { needCatalogues } from '#lib/i18n'
import { CardGrid } from '#ui/page'
import { Skeleton } from '#ui/skeleton'

const LatePosts = lazy(() =>
  Promise.all([import('./home-posts.tsx'), needCatalogues(['posts'])]).then(
    ([{ HomePosts }]) => ({ default: HomePosts }),
    () => ({ default: () => null }),
  ),
)

/** The posts on the home page, loaded after the first view. Their place is kept where the server has sent some. */
export function HomePosts() {
  const touched = useFirstTouch()
  const place = <Place count={boot.data?.posts?.items.length ?? 0} />
  return touched ? (
    <Suspense fallback={place}>
      <LatePosts />
    </Suspense>
  ) : (
    place
  )
}

function Place({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <div aria-hidden="true" className="mt-12 sm:mt-16">
      <Skeleton className="mb-4 h-8 w-3/5 max-w-80" />
      <Skeleton className="-mt-2 mb-4 h-6 w-4/5" />
      <CardGrid>
        {Array.from({ length: count }, (_, at) => (
          <Skeleton key={at} className="h-49 rounded-card" />
        ))}
      </CardGrid>
    </div>
  )
}
