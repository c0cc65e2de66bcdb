import { page } from '../app/page.ts'
import EditRideScreen from '../screens/edit-ride.tsx'

export default page({
  Screen: EditRideScreen,
  head: ({ t }) => ({ title: t('edit.heading') }),
  rights: (t) => ({ scene: 'rides', title: t('edit.login_title') }),
})
