import { page } from '../app/page.ts'
import { ResetScreen } from '../features/accounts/reset-screen.tsx'

export default page({
  Screen: ResetScreen,
  head: ({ t }) => ({ title: t('accounts.reset_heading') }),
})
