import { page } from '../app/page.ts'

export default page('adminReports', {
  screen: () => import('../screens/admin-reports.tsx'),
  own: true,
})
