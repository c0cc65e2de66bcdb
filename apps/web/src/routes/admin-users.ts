import { page } from '../app/page.ts'
import { AdminScreen } from '../features/moderation/admin-screen.tsx'

export default page({
  Screen: AdminScreen,
  head: ({ t }) => ({ title: t('admin.title') }),
  rights: 'administrators',
})
