import { page } from '../app/page.ts'

export default page('blocked', {
  screen: () => import('../screens/blocked.tsx'),
  own: true,
})
