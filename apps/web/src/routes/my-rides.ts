import { page } from '../app/page.ts'
import { MyRidesPage } from '../features/reservations/my-rides-page.tsx'

export default page({
  Screen: MyRidesPage,
  head: ({ t }) => ({ title: t('reservations.my_rides') }),
  rights: (t) => ({ scene: 'rides', title: t('reservations.login_title'), text: t('reservations.login_text_rides') }),
})
