import { useParams } from 'react-router'
import { Page } from '#ui/page'
import { ProfileScreen } from '../features/profiles/profile-screen.tsx'

export default function ProfilePage() {
  const { userId = '' } = useParams()
  return (
    <Page width="text">
      <ProfileScreen key={userId} userId={userId} />
    </Page>
  )
}
