import { page } from '../app/page.ts'

export default page('confirm', {
  screen: () => import('../screens/confirm.tsx'),
})
