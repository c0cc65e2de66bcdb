/** What a page is called and what is on it, in the page's language, for browsers that have run nothing yet. */
import { PRODUCT_NAME } from '@samtur/contract/constants'
import { helpTextId, isHelpSlug } from '@samtur/contract/help'
import { paths, type PageName } from '@samtur/contract/paths'
import type { MessageId, Translate } from '@samtur/i18n/translate'

export interface Head {
  title: string
  description: string
}

const name = PRODUCT_NAME

/** The pages whose words are the same for everybody. The browser gives them the same titles. */
const heads: Partial<Record<PageName, (t: Translate) => Head>> = {
  helpSupport: (t) => ({ title: t('helpdesk.title'), description: t('helpdesk.lead') }),
  lawsRules: (t) => ({ title: t('laws.title'), description: t('laws.description') }),
  terms: (t) => ({ title: t('terms.title'), description: t('terms.lead') }),
  greenMission: (t) => ({ title: t('green.title'), description: t('green.description') }),
  privacy: (t) => ({ title: t('policy.title'), description: t('policy.description', { name }) }),
  accessibility: (t) => ({ title: t('accessibility.title'), description: t('accessibility.description', { name }) }),
}

/** Where the house can be reached; stands in some articles. */
export interface Contact {
  email: string
  phone: string
}

const articleSlug = (path: string) => path.slice(paths.helpSupport.length + 1).replace(/\/$/, '')

/** An address of an article that there is not: as unknown as any other. */
export const isNoArticle = (page: string, path: string) => page === 'helpArticle' && !isHelpSlug(articleSlug(path))

function articleHead(t: Translate, path: string, contact: Contact): Head | undefined {
  const slug = articleSlug(path)
  if (!isHelpSlug(slug)) return undefined
  const say = t as (id: MessageId, values: Contact) => string
  const [description = ''] = say(helpTextId(slug, 'text'), contact).split('\n')
  return { title: say(helpTextId(slug, 'title'), contact), description }
}

/** `path` is asked where what is on a page stands in its address. */
export function presentHead(t: Translate, page: string | undefined, path: string, contact: Contact): Head {
  const own = page === 'helpArticle' ? articleHead(t, path, contact) : heads[page as PageName]?.(t)
  if (!own) return { title: t('site.title', { name }), description: t('site.description') }
  return { ...own, title: `${own.title} – ${name}` }
}
