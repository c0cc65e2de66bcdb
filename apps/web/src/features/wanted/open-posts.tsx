import type { WantedPost } from '@samtur/contract/wanted'
import { useSession } from '#lib/session'
import { CardGrid } from '#ui/page'
import { OpenPost } from './post-card.tsx'

/** Public wanted rides in a grid; the reader's own are without buttons. */
export function OpenPosts({ posts, level }: { posts: readonly WantedPost[]; level: 'h2' | 'h3' }) {
  const { me } = useSession()
  return (
    <CardGrid as="ul">
      {posts.map((post) => (
        <li key={post.id} className="min-w-0">
          <OpenPost post={post} level={level} own={post.user_id !== null && post.user_id === me?.profile.id} />
        </li>
      ))}
    </CardGrid>
  )
}
