import { page } from '../app/page.ts'

export default page('publishRide', {
  screen: () => import('../screens/publish-ride.tsx'),
  own: true,
})
