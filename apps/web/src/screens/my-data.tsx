import { useT } from '#lib/i18n'
import { Page } from '#ui/page'
import { usePageTitle } from '../app/page-title.ts'
import { MyDataScreen } from '../features/privacy/my-data-screen.tsx'

export default function MyDataPage() {
  const t = useT()
  usePageTitle(t('privacy.title'))
  return (
    <Page width="text">
      <MyDataScreen />
    </Page>
  )
}
