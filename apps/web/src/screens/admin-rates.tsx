import { Page } from '#ui/page'
import { RatesScreen } from '../features/costs/rates-screen.tsx'

export default function AdminRatesPage() {
  return (
    <Page>
      <RatesScreen />
    </Page>
  )
}
