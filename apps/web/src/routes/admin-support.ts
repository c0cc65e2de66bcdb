import { page } from '../app/page.ts'
import { DashboardScreen } from '../features/support/admin-screen.tsx'

export default page({
  Screen: DashboardScreen,
  head: ({ t }) => ({ title: t('admin_support.title') }),
  rights: 'administrators',
})
