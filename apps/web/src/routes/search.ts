import { page } from '../app/page.ts'

export default page('search', {
  screen: () => import('../screens/search.tsx'),
})
