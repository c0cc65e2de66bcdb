import { page } from '../app/page.ts'
import { EditRideScreen } from '../features/rides/edit-ride-screen.tsx'

export default page({
  Screen: EditRideScreen,
  head: ({ t }) => ({ title: t('edit.heading') }),
  rights: (t) => ({ scene: 'rides', title: t('edit.login_title') }),
})
