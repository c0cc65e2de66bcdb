import { page } from '../app/page.ts'

export default page('wantedPosts', {
  screen: () => import('../screens/wanted-posts.tsx'),
})
