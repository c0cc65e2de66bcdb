import { page } from '../app/page.ts'

export default page('today', {
  screen: () => import('../screens/today.tsx'),
  own: true,
})
