import { useT } from '#lib/i18n'
import { usePageTitle } from '../app/page-title.ts'
import { LawsScreen } from '../features/pages/laws-screen.tsx'

export default function LawsRulesRoute() {
  const t = useT()
  usePageTitle(t('laws.title'))
  return <LawsScreen />
}
