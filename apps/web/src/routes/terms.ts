import { page } from '../app/page.ts'
import { TermsScreen } from '../features/pages/terms-screen.tsx'

export default page({
  Screen: TermsScreen,
  head: ({ t }) => ({ title: t('terms.title'), description: t('terms.lead') }),
  rendered: true,
  listed: true,
})
