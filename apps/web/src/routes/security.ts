import { page } from '../app/page.ts'

export default page('security', {
  screen: () => import('../screens/security.tsx'),
  own: true,
})
