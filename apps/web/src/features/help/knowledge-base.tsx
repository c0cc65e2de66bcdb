import { lazy, memo, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { helpCategories } from '@samtur/contract/help'
import { useT } from '#lib/i18n'
import { Field } from '#ui/field'
import { Icon } from '#ui/icon'
import { choicePill } from '#ui/pill-select'
import { TextInput } from '#ui/text-input'
import { ArticleList, categoryTexts, type Category } from './article-list.tsx'
import { useArticles } from './articles.ts'
import { linesOf } from './model.ts'

const FoundArticles = lazy(() => import('./found-articles.tsx'))

const categories = ['all', ...helpCategories] as const

const settleTime = 400

/** All articles, filtered while typing. */
export function KnowledgeBase() {
  const t = useT()
  const { query, category, setQuery, setCategory } = useSearchAddress()
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
      <Results query={query} category={category} />
    </>
  )
}

/** Shows all articles until the search is loaded. React hydrates the found ones only when nothing above has rendered them anew before. */
const Results = memo(function Results({ query, category }: { query: string; category: Category }) {
  const all = <AllArticles category={category} />
  if (query.trim() === '') return all
  return (
    <Suspense fallback={all}>
      <FoundArticles query={query} category={category} />
    </Suspense>
  )
})

function AllArticles({ category }: { category: Category }) {
  const all = useArticles().map((article) => ({ article, title: article.title, excerpt: linesOf(article.text)[0] }))
  return <ArticleList entries={all} category={category} />
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
