import { page } from '../app/page.ts'
import AdminUsersScreen from '../screens/admin-users.tsx'

export default page({
  Screen: AdminUsersScreen,
  head: ({ t }) => ({ title: t('admin.title') }),
  rights: 'administrators',
})
