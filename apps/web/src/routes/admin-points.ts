import { page } from '../app/page.ts'
import AdminPointsScreen from '../screens/admin-points.tsx'

export default page({
  Screen: AdminPointsScreen,
  head: ({ t }) => ({ title: t('admin_points.title') }),
  rights: 'administrators',
})
