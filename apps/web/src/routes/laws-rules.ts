import { page } from '../app/page.ts'

export default page('lawsRules', {
  screen: () => import('../screens/laws-rules.tsx'),
})
