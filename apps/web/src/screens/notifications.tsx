import { Page } from '#ui/page'
import { FeedSection } from '../features/calendar/feed-section.tsx'
import { ReceiptsSection } from '../features/chat/receipts-section.tsx'
import { NotificationsScreen } from '../features/notifications/notifications-screen.tsx'
import { SettingsSection } from '../features/notifications/settings-section.tsx'

export default function NotificationsPage() {
  const settings = (
    <div className="flex flex-col gap-4.5">
      <SettingsSection />
      <ReceiptsSection />
      <FeedSection />
    </div>
  )
  return (
    <Page width="text">
      <NotificationsScreen settings={settings} />
    </Page>
  )
}
