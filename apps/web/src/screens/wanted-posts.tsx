import { useT } from '#lib/i18n'
import { usePageTitle } from '../app/page-title.ts'
import { PostsPage } from '../features/wanted/posts-page.tsx'

export default function WantedPostsRoute() {
  const t = useT()
  usePageTitle(t('posts.title'))
  return <PostsPage />
}
