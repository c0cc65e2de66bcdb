import { page } from '../app/page.ts'
import { BlockedScreen } from '../features/moderation/blocked-screen.tsx'

export default page({
  Screen: BlockedScreen,
  head: ({ t }) => ({ title: t('blocks.title') }),
  rights: (t) => ({ scene: 'done', title: t('blocks.sign_in_first'), text: t('blocks.sign_in_first_text') }),
})
