import { useT } from '#lib/i18n'
import { Page } from '#ui/page'
import { usePageTitle } from '../app/page-title.ts'
import { AdminCodeScreen } from '../features/accounts/admin-code-screen.tsx'

export default function AdminCodePage() {
  const t = useT()
  usePageTitle(t('accounts.admin_code_heading'))
  return (
    <Page width="form">
      <AdminCodeScreen />
    </Page>
  )
}
