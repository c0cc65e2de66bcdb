import { useT } from '#lib/i18n'
import { Page } from '#ui/page'
import { usePageTitle } from '../app/page-title.ts'
import { AuthScreen } from '../features/accounts/auth-screen.tsx'

export default function AuthPage() {
  const t = useT()
  usePageTitle(t('accounts.title'))
  return (
    <Page className="max-w-[64rem]">
      <AuthScreen />
    </Page>
  )
}
