import { page } from '../app/page.ts'

export default page('editProfile', {
  screen: () => import('../screens/edit-profile.tsx'),
  own: true,
})
