import { page } from '../app/page.ts'

export default page('myRides', {
  screen: () => import('../screens/my-rides.tsx'),
  own: true,
})
