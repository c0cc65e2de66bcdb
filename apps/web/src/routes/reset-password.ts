import { page } from '../app/page.ts'

export default page('resetPassword', {
  screen: () => import('../screens/reset-password.tsx'),
})
