import { page } from '../app/page.ts'

export default page('adminPoints', {
  screen: () => import('../screens/admin-points.tsx'),
  own: true,
})
