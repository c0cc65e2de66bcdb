import { useT } from '#lib/i18n'
import { Page } from '#ui/page'
import { usePageTitle } from '../app/page-title.ts'
import { ClosingScreen } from '../features/privacy/closing-screen.tsx'

export default function ClosingPage() {
  const t = useT()
  usePageTitle(t('privacy.closing_title'))
  return (
    <Page width="text">
      <ClosingScreen />
    </Page>
  )
}
