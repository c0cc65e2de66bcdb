import { page } from '../app/page.ts'
import BlockedScreen from '../screens/blocked.tsx'

export default page({
  Screen: BlockedScreen,
  head: ({ t }) => ({ title: t('blocks.title') }),
  own: true,
})
