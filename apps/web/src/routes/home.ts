import { page } from '../app/page.ts'

export default page('home', {
  screen: () => import('../screens/home.tsx'),
})
