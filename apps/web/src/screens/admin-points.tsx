import { Page } from '#ui/page'
import { PointsScreen } from '../features/meeting-points/admin-screen.tsx'

export default function AdminPointsPage() {
  return (
    <Page>
      <PointsScreen />
    </Page>
  )
}
