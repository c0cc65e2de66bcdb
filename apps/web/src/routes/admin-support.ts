import { page } from '../app/page.ts'
import AdminSupportScreen from '../screens/admin-support.tsx'

export default page({
  Screen: AdminSupportScreen,
  head: ({ t }) => ({ title: t('admin_support.title') }),
  rights: 'administrators',
})
