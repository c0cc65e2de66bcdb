import { useQuery } from '@tanstack/react-query'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { ArrowLink } from '#ui/link'
import { Section } from '#ui/page'
import { homePostsQuery } from './home-query.ts'
import { OpenPosts } from './open-posts.tsx'

/** What people look for, on the home page when rides are few. Without posts, or when they cannot be loaded, there is no section. */
export function HomePosts() {
  const t = useT()
  const { data: posts } = useQuery(homePostsQuery)
  if (!posts || posts.length === 0) return null
  return (
    <Section
      id="posts"
      title={t('posts.title')}
      action={<ArrowLink to={paths.wantedPosts}>{t('posts.see_all')}</ArrowLink>}
    >
      <p className="-mt-2 mb-4 text-soft">{t('posts.home_text')}</p>
      <OpenPosts posts={posts} level="h3" />
    </Section>
  )
}
