import { page } from '../app/page.ts'

export default page('wanted', {
  screen: () => import('../screens/wanted.tsx'),
  own: true,
})
