import { useT } from '#lib/i18n'
import { Page } from '#ui/page'
import { usePageTitle } from '../app/page-title.ts'
import { DashboardScreen } from '../features/support/admin-screen.tsx'

export default function AdminSupportPage() {
  const t = useT()
  usePageTitle(t('admin_support.title'))
  return (
    <Page>
      <DashboardScreen />
    </Page>
  )
}
