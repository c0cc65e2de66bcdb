import type { ConfirmationStart } from '@samtur/contract/pages'
import { boot } from '#lib/boot'
import { useT } from '#lib/i18n'
import { Page, PageHeader } from '#ui/page'
import { ConfirmScreen } from '../features/accounts/confirm-screen.tsx'

export default function ConfirmPage() {
  const t = useT()
  const title = t(isSignIn(boot.config.confirmation) ? 'accounts.sign_in' : 'accounts.confirm_heading')
  return (
    <Page width="form">
      <PageHeader title={title} />
      <ConfirmScreen />
    </Page>
  )
}

const isSignIn = (start: ConfirmationStart | null) => start?.state === 'ready' && start.purpose === 'sign_in'
