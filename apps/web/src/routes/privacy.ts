import { page } from '../app/page.ts'

export default page('privacy', {
  screen: () => import('../screens/privacy.tsx'),
})
