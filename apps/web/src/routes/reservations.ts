import { page } from '../app/page.ts'

export default page('reservations', {
  screen: () => import('../screens/reservations.tsx'),
  own: true,
})
