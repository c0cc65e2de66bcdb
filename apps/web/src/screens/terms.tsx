import { useT } from '#lib/i18n'
import { usePageTitle } from '../app/page-title.ts'
import { TermsScreen } from '../features/pages/terms-screen.tsx'

export default function TermsRoute() {
  const t = useT()
  usePageTitle(t('terms.title'))
  return <TermsScreen />
}
