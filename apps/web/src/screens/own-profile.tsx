import { Page } from '#ui/page'
import { OwnProfileScreen } from '../features/profiles/own-profile-screen.tsx'

export default function OwnProfilePage() {
  return (
    <Page>
      <OwnProfileScreen />
    </Page>
  )
}
