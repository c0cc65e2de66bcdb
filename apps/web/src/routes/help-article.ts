import { helpArticles, isHelpSlug } from '@samtur/contract/help'
import { helpArticlePath } from '@samtur/contract/paths'
import { page } from '../app/page.ts'
import { articleTexts } from '../features/help/article-texts.ts'
import { ArticlePage } from '../features/help/article-page.tsx'

export default page({
  Screen: ArticlePage,
  head: ({ t, params: { article = '' }, config }) => {
    // An address without an article is an unknown address.
    if (!isHelpSlug(article)) return { title: t('pages.not_found') }
    const { title, text } = articleTexts(t, article, { email: config.support_email, phone: config.support_phone })
    const [description] = text.split('\n')
    return { title, description, kind: 'article' }
  },
  rendered: true,
  listed: () => helpArticles.map(({ slug }) => helpArticlePath(slug)),
})
