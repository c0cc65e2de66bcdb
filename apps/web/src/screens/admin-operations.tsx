import { Page } from '#ui/page'
import { OperationsScreen } from '../features/operations/operations-screen.tsx'

export default function AdminOperationsPage() {
  return (
    <Page>
      <OperationsScreen />
    </Page>
  )
}
