import { page } from '../app/page.ts'

export default page('adminCode', {
  screen: () => import('../screens/admin-code.tsx'),
})
