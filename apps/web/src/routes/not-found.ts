import { page } from '../app/page.ts'
import NotFoundScreen from '../screens/not-found.tsx'

export default page({
  Screen: NotFoundScreen,
  head: ({ t }) => ({ title: t('pages.not_found') }),
  rendered: true,
})
