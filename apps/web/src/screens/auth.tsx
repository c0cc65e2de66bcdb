import { Page } from '#ui/page'
import { AuthScreen } from '../features/accounts/auth-screen.tsx'

export default function AuthPage() {
  return (
    <Page className="max-w-[64rem]">
      <AuthScreen />
    </Page>
  )
}
