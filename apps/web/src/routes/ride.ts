import { page } from '../app/page.ts'

export default page('ride', {
  screen: () => import('../screens/ride.tsx'),
})
