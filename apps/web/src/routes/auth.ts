import { page } from '../app/page.ts'
import { AuthScreen } from '../features/accounts/auth-screen.tsx'

export default page({
  Screen: AuthScreen,
  head: ({ t }) => ({ title: t('accounts.title'), description: t('accounts.lead') }),
  listed: true,
})
