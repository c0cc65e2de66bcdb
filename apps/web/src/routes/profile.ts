import { page } from '../app/page.ts'

export default page('profile', {
  screen: () => import('../screens/profile.tsx'),
})
