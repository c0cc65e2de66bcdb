import { useT } from '#lib/i18n'
import { Page } from '#ui/page'
import { usePageTitle } from '../app/page-title.ts'
import { AdminScreen } from '../features/moderation/admin-screen.tsx'

export default function AdminUsersPage() {
  const t = useT()
  usePageTitle(t('admin.title'))
  return (
    <Page>
      <AdminScreen />
    </Page>
  )
}
