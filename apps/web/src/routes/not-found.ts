import { page } from '../app/page.ts'

export default page('notFound', {
  screen: () => import('../screens/not-found.tsx'),
})
