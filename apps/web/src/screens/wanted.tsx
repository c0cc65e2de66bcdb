import { useT } from '#lib/i18n'
import { usePageTitle } from '../app/page-title.ts'
import { WantedPage } from '../features/wanted/wanted-page.tsx'

export default function WantedRoute() {
  const t = useT()
  usePageTitle(t('wanted.mine'))
  return <WantedPage />
}
