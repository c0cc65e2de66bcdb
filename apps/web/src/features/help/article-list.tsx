import { useId, type ReactNode } from 'react'
import { helpArticlePath, paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { Tag } from '#ui/badge'
import { Button, ButtonLink } from '#ui/button'
import { Card, CardLink } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { CardGrid } from '#ui/page'
import { openAssistant } from './assistant.ts'
import type { Article } from './model.ts'

export const categoryTexts = {
  all: 'helpdesk.category_all',
  general: 'helpdesk.category_general',
  safety: 'helpdesk.category_safety',
  payment: 'helpdesk.category_payment',
  legal: 'helpdesk.category_legal',
  trips: 'helpdesk.category_trips',
  account: 'helpdesk.category_account',
  technical: 'helpdesk.category_technical',
} as const

export type Category = keyof typeof categoryTexts

interface Entry {
  article: Article
  title: ReactNode
  excerpt: ReactNode
}

interface ArticleListProps {
  entries: readonly Entry[]
  category: Category
}

/** The articles of a category, and how many they are. */
export function ArticleList({ entries, category }: ArticleListProps) {
  const t = useT()
  const shown = entries.filter(({ article }) => category === 'all' || article.category === category)
  return (
    <>
      <p role="status" className="mt-5 mb-3 text-soft">
        {t('helpdesk.results', { count: shown.length })}
      </p>
      {shown.length === 0 && <NothingFound />}
      <CardGrid as="ul">
        {shown.map((entry) => (
          <ArticleCard key={entry.article.slug} {...entry} />
        ))}
      </CardGrid>
    </>
  )
}

function ArticleCard({ article, title, excerpt }: Entry) {
  const t = useT()
  const id = useId()
  return (
    <Card as="li" interactive aria-labelledby={id}>
      <Tag>{t(categoryTexts[article.category])}</Tag>
      <h2 id={id} className="mt-2 text-lg">
        <CardLink to={helpArticlePath(article.slug)}>{title}</CardLink>
      </h2>
      <p className="mt-1 line-clamp-2 text-soft">{excerpt}</p>
    </Card>
  )
}

function NothingFound() {
  const t = useT()
  return (
    <EmptyState
      title={t('helpdesk.empty_title')}
      text={t('helpdesk.empty_text')}
      action={
        <>
          <Button icon="chat" onClick={openAssistant}>
            {t('helpdesk.ask_assistant')}
          </Button>
          <ButtonLink variant="quiet" to={`${paths.helpSupport}?tab=contact`}>
            {t('helpdesk.write_us')}
          </ButtonLink>
        </>
      }
    />
  )
}
