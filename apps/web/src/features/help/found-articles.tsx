import { ArticleList, type Category } from './article-list.tsx'
import { Highlighted } from './highlighted.tsx'
import { excerptOf } from './search.ts'
import { useHelpSearch } from './use-search.ts'

/** The articles that a search finds, with the found words marked. */
export default function FoundArticles({ query, category }: { query: string; category: Category }) {
  const entries = useHelpSearch()
    .find(query)
    .map(({ article, found }) => ({
      article,
      title: <Highlighted text={article.title} found={found} />,
      excerpt: <Highlighted text={excerptOf(article.text, found)} found={found} />,
    }))
  return <ArticleList entries={entries} category={category} />
}
