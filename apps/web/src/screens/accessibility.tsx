import { useT } from '#lib/i18n'
import { usePageTitle } from '../app/page-title.ts'
import { AccessibilityScreen } from '../features/pages/accessibility-screen.tsx'

export default function AccessibilityRoute() {
  const t = useT()
  usePageTitle(t('accessibility.title'))
  return <AccessibilityScreen />
}
