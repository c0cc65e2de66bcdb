import { Page } from '#ui/page'
import { BlockedScreen } from '../features/moderation/blocked-screen.tsx'

export default function BlockedPage() {
  return (
    <Page width="text">
      <BlockedScreen />
    </Page>
  )
}
