import { page } from '../app/page.ts'
import NotificationsScreen from '../screens/notifications.tsx'

export default page({
  Screen: NotificationsScreen,
  head: ({ t }) => ({ title: t('notifications.title') }),
  own: true,
})
