import { page } from '../app/page.ts'

export default page('adminSupport', {
  screen: () => import('../screens/admin-support.tsx'),
  own: true,
})
