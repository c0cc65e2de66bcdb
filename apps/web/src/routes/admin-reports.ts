import { page } from '../app/page.ts'
import { ReportsScreen } from '../features/moderation/reports-screen.tsx'

export default page({
  Screen: ReportsScreen,
  head: ({ t }) => ({ title: t('admin_reports.title') }),
  rights: 'administrators',
})
