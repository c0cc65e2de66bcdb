import { useT } from '#lib/i18n'
import { usePageTitle } from '../app/page-title.ts'
import { MyRidesPage } from '../features/reservations/my-rides-page.tsx'

export default function MyRidesRoute() {
  const t = useT()
  usePageTitle(t('reservations.my_rides'))
  return <MyRidesPage />
}
