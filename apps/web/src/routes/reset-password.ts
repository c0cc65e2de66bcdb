import { page } from '../app/page.ts'
import ResetPasswordScreen from '../screens/reset-password.tsx'

export default page({
  Screen: ResetPasswordScreen,
  head: ({ t }) => ({ title: t('accounts.reset_heading') }),
})
