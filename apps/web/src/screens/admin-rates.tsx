import { useT } from '#lib/i18n'
import { Page } from '#ui/page'
import { usePageTitle } from '../app/page-title.ts'
import { RatesScreen } from '../features/costs/rates-screen.tsx'

export default function AdminRatesPage() {
  const t = useT()
  usePageTitle(t('rates.title'))
  return (
    <Page>
      <RatesScreen />
    </Page>
  )
}
