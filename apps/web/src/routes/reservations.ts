import { page } from '../app/page.ts'
import { ReservationsPage } from '../features/reservations/reservations-page.tsx'

export default page({
  Screen: ReservationsPage,
  head: ({ t }) => ({ title: t('reservations.my_reservations') }),
  own: true,
})
