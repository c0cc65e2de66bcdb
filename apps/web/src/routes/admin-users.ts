import { page } from '../app/page.ts'

export default page('adminUsers', {
  screen: () => import('../screens/admin-users.tsx'),
  own: true,
})
