import { Page } from '#ui/page'
import { ReportsScreen } from '../features/moderation/reports-screen.tsx'

export default function AdminReportsPage() {
  return (
    <Page>
      <ReportsScreen />
    </Page>
  )
}
