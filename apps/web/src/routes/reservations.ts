import { page } from '../app/page.ts'
import { ReservationsPage } from '../features/reservations/reservations-page.tsx'

export default page({
  Screen: ReservationsPage,
  head: ({ t }) => ({ title: t('reservations.my_reservations') }),
  rights: (t) => ({ scene: 'reservations', title: t('reservations.login_title'), text: t('reservations.login_text') }),
})
