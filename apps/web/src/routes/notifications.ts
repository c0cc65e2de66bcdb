import { page } from '../app/page.ts'
import NotificationsScreen from '../screens/notifications.tsx'

export default page({
  Screen: NotificationsScreen,
  head: ({ t }) => ({ title: t('notifications.title') }),
  rights: (t) => ({
    scene: 'done',
    title: t('notifications.sign_in_first'),
    text: t('notifications.sign_in_first_text'),
  }),
})
