// Parts that pages put into slots of other features. Most visits need none of them.
import { lazy } from 'react'
import { needCatalogues } from '#lib/i18n'

const nothing = () => ({ default: () => null })

/** The card that offers to keep a search. */
export const LateWish = lazy(() =>
  Promise.all([
    import('./search-wish.tsx'),
    needCatalogues(['conflicts', 'fields', 'posts', 'wanted']),
  ]).then(([{ SearchWish }]) => ({ default: SearchWish }), nothing),
)

/** The posts on the home page. */
export const LatePosts = lazy(() =>
  Promise.all([import('./home-posts.tsx'), needCatalogues(['posts'])]).then(
    ([{ HomePosts }]) => ({ default: HomePosts }),
    nothing,
  ),
)
