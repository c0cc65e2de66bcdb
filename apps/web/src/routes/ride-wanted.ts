import { page } from '../app/page.ts'

export default page('rideWanted', {
  screen: () => import('../screens/ride-wanted.tsx'),
  own: true,
})
