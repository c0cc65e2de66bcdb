/** Title, description and texts of a page in its language, for browsers that have run no script yet. */
import { PRODUCT_NAME } from '@samtur/contract/constants'
import type { Translate } from '@samtur/i18n/translate'

/** As the route of the page gives it (apps/web/src/lib/head.ts). */
export interface Head {
  /** Without the name of the product. */
  title: string
  description?: string
  /** The longer title for link previews, where there is one. */
  card?: string | undefined
  /** The kind of page, as link previews name it. */
  kind?: 'article' | 'profile'
  /** Search engines should not list the page. */
  passing?: boolean
}

/** Returns the head with the product's name, and the site's own title and description where the page has none. */
export function presentHead(t: Translate, head: Head | undefined) {
  const name = PRODUCT_NAME
  return {
    ...head,
    title: head ? `${head.title} – ${name}` : t('site.title', { name }),
    description: head?.description || t('site.description'),
    card: head?.card && `${head.card} – ${name}`,
  }
}
