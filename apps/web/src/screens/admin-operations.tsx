import { useT } from '#lib/i18n'
import { Page } from '#ui/page'
import { usePageTitle } from '../app/page-title.ts'
import { OperationsScreen } from '../features/operations/operations-screen.tsx'

export default function AdminOperationsPage() {
  const t = useT()
  usePageTitle(t('operations.title'))
  return (
    <Page>
      <OperationsScreen />
    </Page>
  )
}
