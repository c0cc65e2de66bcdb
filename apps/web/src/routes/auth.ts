import { page } from '../app/page.ts'

export default page('auth', {
  screen: () => import('../screens/auth.tsx'),
})
