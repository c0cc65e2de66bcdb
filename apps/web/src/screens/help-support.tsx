import { useT } from '#lib/i18n'
import { usePageTitle } from '../app/page-title.ts'
import { HelpPage } from '../features/help/help-page.tsx'

export default function HelpSupportRoute() {
  const t = useT()
  usePageTitle(t('helpdesk.title'))
  return <HelpPage />
}
