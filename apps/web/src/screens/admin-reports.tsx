import { useT } from '#lib/i18n'
import { Page } from '#ui/page'
import { usePageTitle } from '../app/page-title.ts'
import { ReportsScreen } from '../features/moderation/reports-screen.tsx'

export default function AdminReportsPage() {
  const t = useT()
  usePageTitle(t('admin_reports.title'))
  return (
    <Page>
      <ReportsScreen />
    </Page>
  )
}
