import { page } from '../app/page.ts'

export default page('helpSupport', {
  screen: () => import('../screens/help-support.tsx'),
})
