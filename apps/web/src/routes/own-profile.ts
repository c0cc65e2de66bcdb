import { page } from '../app/page.ts'

export default page('ownProfile', {
  screen: () => import('../screens/own-profile.tsx'),
  own: true,
})
