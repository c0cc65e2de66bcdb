import { useT } from '#lib/i18n'
import { Page } from '#ui/page'
import { usePageTitle } from '../app/page-title.ts'
import { PointsScreen } from '../features/meeting-points/admin-screen.tsx'

export default function AdminPointsPage() {
  const t = useT()
  usePageTitle(t('admin_points.title'))
  return (
    <Page>
      <PointsScreen />
    </Page>
  )
}
