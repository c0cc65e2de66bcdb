import { page } from '../app/page.ts'

export default page('myData', {
  screen: () => import('../screens/my-data.tsx'),
})
