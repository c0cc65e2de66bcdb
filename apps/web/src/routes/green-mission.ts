import { page } from '../app/page.ts'
import { GreenScreen } from '../features/pages/green-screen.tsx'

export default page({
  Screen: GreenScreen,
  head: ({ t }) => ({ title: t('green.title'), description: t('green.description') }),
  rendered: true,
  listed: true,
})
