import { page } from '../app/page.ts'

export default page('adminOperations', {
  screen: () => import('../screens/admin-operations.tsx'),
  own: true,
})
