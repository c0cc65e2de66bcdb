import { useT } from '#lib/i18n'
import { usePageTitle } from '../app/page-title.ts'
import { TodayPage } from '../features/travel/today-page.tsx'

export default function TodayRoute() {
  const t = useT()
  usePageTitle(t('travel.title'))
  return <TodayPage />
}
