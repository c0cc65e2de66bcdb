import { page } from '../app/page.ts'

export default page('notifications', {
  screen: () => import('../screens/notifications.tsx'),
  own: true,
})
