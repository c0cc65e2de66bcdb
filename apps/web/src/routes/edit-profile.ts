import { page } from '../app/page.ts'
import EditProfileScreen from '../screens/edit-profile.tsx'

export default page({
  Screen: EditProfileScreen,
  head: ({ t }) => ({ title: t('profiles.edit_title') }),
  rights: 'members',
})
