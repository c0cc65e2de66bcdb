import { useT } from '#lib/i18n'
import { Page, PageHeader } from '#ui/page'
import { usePageTitle } from '../app/page-title.ts'
import { ConfirmScreen } from '../features/accounts/confirm-screen.tsx'

export default function ConfirmPage() {
  const t = useT()
  usePageTitle(t('accounts.confirm_heading'))
  return (
    <Page width="form">
      <PageHeader title={t('accounts.confirm_heading')} />
      <ConfirmScreen />
    </Page>
  )
}
