import { page } from '../app/page.ts'
import { AdminCodeScreen } from '../features/accounts/admin-code-screen.tsx'

export default page({
  Screen: AdminCodeScreen,
  head: ({ t }) => ({ title: t('accounts.admin_code_heading') }),
  rights: (t) => ({ scene: 'done', title: t('accounts.admin_code_sign_in') }),
  closing: true,
})
