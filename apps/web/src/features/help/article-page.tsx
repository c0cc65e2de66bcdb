import { useParams } from 'react-router'
import { supportReplyHours as hours } from '@samtur/contract/constants'
import { helpArticlePath, paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { BackLink } from '#ui/back-link'
import { Tag } from '#ui/badge'
import { Button, ButtonLink } from '#ui/button'
import { Card } from '#ui/card'
import { Icon } from '#ui/icon'
import { TextLink } from '#ui/link'
import { Page, PageHeader } from '#ui/page'
import { NotFoundScreen } from '../pages/not-found-screen.tsx'
import { ArticleText } from './article-text.tsx'
import { useArticles } from './articles.ts'
import { openAssistant } from './assistant.ts'
import { HelpCorner } from './help-corner.tsx'
import { relatedTo } from './related.ts'
import { categoryTexts } from './article-list.tsx'

/** One article, related articles, and ways to get more help. */
export function ArticlePage() {
  const t = useT()
  const { article: slug } = useParams()
  const articles = useArticles()
  const article = articles.find((each) => each.slug === slug)
  // An address without an article is an unknown address.
  if (!article) return <NotFoundScreen />
  return (
    <Page width="text">
      <PageHeader
        title={article.title}
        back={<BackLink to={paths.helpSupport}>{t('helpdesk.all_articles')}</BackLink>}
        actions={<Tag>{t(categoryTexts[article.category])}</Tag>}
      />
      <ArticleText text={article.text} className="max-w-text text-lg" />
      <section aria-labelledby="related" className="mt-10">
        <h2 id="related" className="text-xl">
          {t('helpdesk.related')}
        </h2>
        <ul className="mt-2 flex flex-col">
          {relatedTo(article.slug, articles).map((each) => (
            <li key={each.slug} className="flex min-h-11 items-center gap-2">
              <Icon name="chevron-end" size={18} className="text-soft" />
              <TextLink to={helpArticlePath(each.slug)}>{each.title}</TextLink>
            </li>
          ))}
        </ul>
      </section>
      <Card as="section" tone="tint" aria-labelledby="unanswered" className="mt-10">
        <h2 id="unanswered" className="text-xl">
          {t('helpdesk.unanswered')}
        </h2>
        <p className="mt-1">{t('helpdesk.unanswered_text', { hours })}</p>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button icon="chat" onClick={openAssistant}>
            {t('helpdesk.ask_assistant')}
          </Button>
          <ButtonLink variant="quiet" to={`${paths.helpSupport}?tab=contact`}>
            {t('helpdesk.write_us')}
          </ButtonLink>
        </div>
      </Card>
      <HelpCorner />
    </Page>
  )
}
