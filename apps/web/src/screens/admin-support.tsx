import { Page } from '#ui/page'
import { DashboardScreen } from '../features/support/admin-screen.tsx'

export default function AdminSupportPage() {
  return (
    <Page>
      <DashboardScreen />
    </Page>
  )
}
