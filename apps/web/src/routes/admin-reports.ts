import { page } from '../app/page.ts'
import AdminReportsScreen from '../screens/admin-reports.tsx'

export default page({
  Screen: AdminReportsScreen,
  head: ({ t }) => ({ title: t('admin_reports.title') }),
  rights: 'administrators',
})
