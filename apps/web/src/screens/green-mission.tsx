import { useT } from '#lib/i18n'
import { usePageTitle } from '../app/page-title.ts'
import { GreenScreen } from '../features/pages/green-screen.tsx'

export default function GreenMissionRoute() {
  const t = useT()
  usePageTitle(t('green.title'))
  return <GreenScreen />
}
