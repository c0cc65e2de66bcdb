import { useParams } from 'react-router'
import { isHelpSlug } from '@samtur/contract/help'
import { ArticlePage } from '../features/help/article-page.tsx'
import NotFoundPage from './not-found.tsx'

export default function HelpArticleRoute() {
  const { article = '' } = useParams()
  // An address without an article is an unknown address.
  return isHelpSlug(article) ? <ArticlePage slug={article} /> : <NotFoundPage />
}
