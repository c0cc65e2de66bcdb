import { page } from '../app/page.ts'
import { EditScreen } from '../features/profiles/edit-screen.tsx'

export default page({
  Screen: EditScreen,
  head: ({ t }) => ({ title: t('profiles.edit_title') }),
  rights: 'members',
})
