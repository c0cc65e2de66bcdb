import { Page } from '#ui/page'
import { AdminCodeScreen } from '../features/accounts/admin-code-screen.tsx'

export default function AdminCodePage() {
  return (
    <Page width="form">
      <AdminCodeScreen />
    </Page>
  )
}
