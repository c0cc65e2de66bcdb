import { useT } from '#lib/i18n'
import { Page, PageHeader } from '#ui/page'
import { usePageTitle } from '../app/page-title.ts'
import { ResetScreen } from '../features/accounts/reset-screen.tsx'

export default function ResetPasswordPage() {
  const t = useT()
  usePageTitle(t('accounts.reset_heading'))
  return (
    <Page width="form">
      <PageHeader title={t('accounts.reset_heading')} lead={t('accounts.reset_lead')} />
      <ResetScreen />
    </Page>
  )
}
