import { page } from '../app/page.ts'
import { LawsScreen } from '../features/pages/laws-screen.tsx'

export default page({
  Screen: LawsScreen,
  head: ({ t }) => ({ title: t('laws.title'), description: t('laws.description') }),
  rendered: true,
  listed: true,
})
