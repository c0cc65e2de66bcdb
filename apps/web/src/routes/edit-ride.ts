import { page } from '../app/page.ts'

export default page('editRide', {
  screen: () => import('../screens/edit-ride.tsx'),
  own: true,
})
