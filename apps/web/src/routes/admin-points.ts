import { page } from '../app/page.ts'
import { PointsScreen } from '../features/meeting-points/admin-screen.tsx'

export default page({
  Screen: PointsScreen,
  head: ({ t }) => ({ title: t('admin_points.title') }),
  rights: 'administrators',
})
