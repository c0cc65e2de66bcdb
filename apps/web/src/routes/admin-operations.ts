import { page } from '../app/page.ts'
import AdminOperationsScreen from '../screens/admin-operations.tsx'

export default page({
  Screen: AdminOperationsScreen,
  head: ({ t }) => ({ title: t('operations.title') }),
  rights: 'administrators',
})
