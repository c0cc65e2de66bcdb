import { page } from '../app/page.ts'
import { NotFoundScreen } from '../features/pages/not-found-screen.tsx'

export default page({
  Screen: NotFoundScreen,
  head: ({ t }) => ({ title: t('pages.not_found') }),
  rendered: true,
})
