import { page } from '../app/page.ts'
import EditRideScreen from '../screens/edit-ride.tsx'

export default page({
  Screen: EditRideScreen,
  head: ({ t }) => ({ title: t('edit.heading') }),
  own: true,
})
