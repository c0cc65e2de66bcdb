import { page } from '../app/page.ts'
import { PostsPage } from '../features/wanted/posts-page.tsx'

export default page({
  Screen: PostsPage,
  head: ({ t }) => ({ title: t('posts.title'), description: t('posts.lead') }),
  listed: true,
})
