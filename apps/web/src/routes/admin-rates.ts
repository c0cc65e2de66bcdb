import { page } from '../app/page.ts'
import AdminRatesScreen from '../screens/admin-rates.tsx'

export default page({
  Screen: AdminRatesScreen,
  head: ({ t }) => ({ title: t('rates.title') }),
  rights: 'administrators',
})
