import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { BackLink } from '#ui/back-link'
import { Page, PageHeader } from '#ui/page'
import { EditScreen } from '../features/profiles/edit-screen.tsx'

export default function EditProfilePage() {
  const t = useT()
  return (
    <Page width="form">
      <PageHeader
        title={t('profiles.edit_title')}
        back={<BackLink to={paths.ownProfile}>{t('profiles.to_profile')}</BackLink>}
      />
      <EditScreen />
    </Page>
  )
}
