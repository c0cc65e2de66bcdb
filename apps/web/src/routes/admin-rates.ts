import { page } from '../app/page.ts'

export default page('adminRates', {
  screen: () => import('../screens/admin-rates.tsx'),
  own: true,
})
