import { Page } from '#ui/page'
import { AdminScreen } from '../features/moderation/admin-screen.tsx'

export default function AdminUsersPage() {
  return (
    <Page>
      <AdminScreen />
    </Page>
  )
}
