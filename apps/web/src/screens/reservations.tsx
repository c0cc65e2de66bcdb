import { useT } from '#lib/i18n'
import { usePageTitle } from '../app/page-title.ts'
import { ReservationsPage } from '../features/reservations/reservations-page.tsx'

export default function ReservationsRoute() {
  const t = useT()
  usePageTitle(t('reservations.my_reservations'))
  return <ReservationsPage />
}
