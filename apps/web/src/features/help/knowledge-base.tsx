import { useEffect, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { helpCategories, type HelpCategory } from '@samtur/contract/help'
import { helpArticlePath, paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { Tag } from '#ui/badge'
import { Button, ButtonLink } from '#ui/button'
import { Card, CardLink } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { Field } from '#ui/field'
import { Icon } from '#ui/icon'
import { CardGrid } from '#ui/page'
import { choicePill } from '#ui/pill-select'
import { TextInput } from '#ui/text-input'
import { useHelpSearch } from './articles.ts'
import { openAssistant } from './assistant.ts'
import { Highlighted } from './highlighted.tsx'
import { excerptOf, type Article } from './model.ts'

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

const categories = ['all', ...helpCategories] as const
type Category = (typeof categories)[number]

const settleTime = 400

/** All articles, filtered while typing. */
export function KnowledgeBase() {
  const t = useT()
  const { query, category, setQuery, setCategory } = useSearchAddress()
  const shown = useShown(query, category)
  return (
    <>
      <div role="search" className="flex flex-col gap-4">
        <Field label={t('helpdesk.search')} className="max-w-form">
          <TextInput
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            dir="auto"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            endSlot={<Icon name="search" className="pointer-events-none me-3.5 text-soft" />}
          />
        </Field>
        <Categories value={category} onChange={setCategory} />
      </div>
      <p role="status" className="mt-5 mb-3 text-soft">
        {t('helpdesk.results', { count: shown.length })}
      </p>
      {shown.length === 0 && <NothingFound />}
      <CardGrid as="ul">
        {shown.map(({ article, found }) => (
          <ArticleCard key={article.slug} article={article} found={found} />
        ))}
      </CardGrid>
    </>
  )
}

const none: ReadonlySet<string> = new Set()

function useShown(query: string, category: Category) {
  const search = useHelpSearch()
  const typed = query.trim() !== ''
  const all = typed ? search.find(query) : search.articles.map((article) => ({ article, found: none }))
  return all.filter(({ article }) => category === 'all' || article.category === category)
}

/** The search in the address, so that the way back from an article leads to the same list. */
function useSearchAddress() {
  const [params, setParams] = useSearchParams()
  const [query, setQuery] = useState(params.get('q') ?? '')
  const named = params.get('category')
  const category: Category = helpCategories.find((each) => each === named) ?? 'all'
  const write = (q: string, next: string) => {
    const filled = Object.entries({ tab: params.get('tab') ?? '', q: q.trim(), category: next === 'all' ? '' : next })
    setParams(Object.fromEntries(filled.filter(([, value]) => value !== '')), { replace: true })
  }
  useEffect(() => {
    if (query.trim() === (params.get('q') ?? '')) return
    // Browsers limit how often the address may change.
    const timer = setTimeout(() => write(query, category), settleTime)
    return () => clearTimeout(timer)
  })
  return { query, category, setQuery, setCategory: (next: Category) => write(query, next) }
}

function Categories({ value, onChange }: { value: Category; onChange: (category: Category) => void }) {
  const t = useT()
  return (
    <div role="group" aria-label={t('helpdesk.category')} className="flex flex-wrap gap-2">
      {categories.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === value}
          onClick={() => onChange(each)}
          className={choicePill(each === value)}
        >
          {t(categoryTexts[each])}
        </button>
      ))}
    </div>
  )
}

function ArticleCard({ article, found }: { article: Article; found: ReadonlySet<string> }) {
  const t = useT()
  const id = useId()
  const category: HelpCategory = article.category
  return (
    <Card as="li" interactive aria-labelledby={id}>
      <Tag>{t(categoryTexts[category])}</Tag>
      <h2 id={id} className="mt-2 text-lg">
        <CardLink to={helpArticlePath(article.slug)}>
          <Highlighted text={article.title} found={found} />
        </CardLink>
      </h2>
      <p className="mt-1 line-clamp-2 text-soft">
        <Highlighted text={excerptOf(article.text, found)} found={found} />
      </p>
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
