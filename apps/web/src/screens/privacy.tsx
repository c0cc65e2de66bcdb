import { useT } from '#lib/i18n'
import { usePageTitle } from '../app/page-title.ts'
import { PrivacyScreen } from '../features/pages/privacy-screen.tsx'

export default function PrivacyRoute() {
  const t = useT()
  usePageTitle(t('policy.title'))
  return <PrivacyScreen />
}
