// Parts that pages put into slots of other features. Most visits need none of them.
import { lazy, type ComponentProps } from 'react'
import { needCatalogues } from '#lib/i18n'

const nothing = () => ({ default: () => null })

const LateWanted = lazy(() =>
  Promise.all([import('./search-part.tsx'), needCatalogues(['conflicts', 'fields', 'posts', 'rescue', 'wanted'])]).then(
    ([{ SearchPart }]) => ({ default: SearchPart }),
    nothing,
  ),
)

/** Renders the card that offers to keep a search, and the ways on after one that found nothing. */
export const renderWanted = (props: ComponentProps<typeof LateWanted>) => <LateWanted {...props} />
