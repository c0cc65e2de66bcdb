import { useT } from '#lib/i18n'
import { Page, PageHeader } from '#ui/page'
import { usePageTitle } from '../app/page-title.ts'
import { EditScreen } from '../features/profiles/edit-screen.tsx'

export default function EditProfilePage() {
  const t = useT()
  usePageTitle(t('profiles.edit_title'))
  return (
    <Page width="form">
      <PageHeader title={t('profiles.edit_title')} />
      <EditScreen />
    </Page>
  )
}
