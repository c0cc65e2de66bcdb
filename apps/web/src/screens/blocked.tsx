import { useT } from '#lib/i18n'
import { Page } from '#ui/page'
import { usePageTitle } from '../app/page-title.ts'
import { BlockedScreen } from '../features/moderation/blocked-screen.tsx'

export default function BlockedPage() {
  const t = useT()
  usePageTitle(t('blocks.title'))
  return (
    <Page width="text">
      <BlockedScreen />
    </Page>
  )
}
