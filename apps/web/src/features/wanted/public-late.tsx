// Parts that pages put into slots of other features. Most visits need none of them.
import { lazy, type ComponentProps } from 'react'
import { needCatalogues } from '#lib/i18n'

const nothing = () => ({ default: () => null })

const LateWish = lazy(() =>
  Promise.all([import('./search-wish.tsx'), needCatalogues(['conflicts', 'fields', 'posts', 'wanted'])]).then(
    ([{ SearchWish }]) => ({ default: SearchWish }),
    nothing,
  ),
)

/** Renders the card that offers to keep a search. */
export const renderWish = (props: ComponentProps<typeof LateWish>) => <LateWish {...props} />

/** The posts on the home page. */
export const LatePosts = lazy(() =>
  Promise.all([import('./home-posts.tsx'), needCatalogues(['posts'])]).then(
    ([{ HomePosts }]) => ({ default: HomePosts }),
    nothing,
  ),
)

const LateWays = lazy(() =>
  Promise.all([import('./other-ways.tsx'), needCatalogues(['rescue'])]).then(
    ([{ OtherWays }]) => ({ default: OtherWays }),
    nothing,
  ),
)

/** Renders the ways on after a search that found nothing. */
export const renderOtherWays = (props: ComponentProps<typeof LateWays>) => <LateWays {...props} />
