import { useT } from '#lib/i18n'
import { Page } from '#ui/page'
import { usePageTitle } from '../app/page-title.ts'
import { OwnProfileScreen } from '../features/profiles/own-profile-screen.tsx'

export default function OwnProfilePage() {
  const t = useT()
  usePageTitle(t('profiles.own_title'))
  return (
    <Page>
      <OwnProfileScreen />
    </Page>
  )
}
