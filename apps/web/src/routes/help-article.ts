import { page } from '../app/page.ts'

export default page('helpArticle', {
  screen: () => import('../screens/help-article.tsx'),
})
