import { page } from '../app/page.ts'

export default page('accessibility', {
  screen: () => import('../screens/accessibility.tsx'),
})
