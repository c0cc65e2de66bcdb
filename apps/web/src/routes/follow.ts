import { page } from '../app/page.ts'

export default page('follow', {
  screen: () => import('../screens/follow.tsx'),
})
