import { page } from '../app/page.ts'
import { OwnProfileScreen } from '../features/profiles/own-profile-screen.tsx'

export default page({
  Screen: OwnProfileScreen,
  head: ({ t }) => ({ title: t('profiles.own_title') }),
  rights: (t) => ({ scene: 'done', title: t('profiles.sign_in_first'), text: t('profiles.sign_in_first_text') }),
})
