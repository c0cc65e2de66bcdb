import { useT } from '#lib/i18n'
import { Page, PageHeader } from '#ui/page'
import { ResetScreen } from '../features/accounts/reset-screen.tsx'

export default function ResetPasswordPage() {
  const t = useT()
  return (
    <Page width="form">
      <PageHeader title={t('accounts.reset_heading')} lead={t('accounts.reset_lead')} />
      <ResetScreen />
    </Page>
  )
}
