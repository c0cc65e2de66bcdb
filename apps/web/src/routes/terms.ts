import { page } from '../app/page.ts'

export default page('terms', {
  screen: () => import('../screens/terms.tsx'),
})
