import { page } from '../app/page.ts'
import { RatesScreen } from '../features/costs/rates-screen.tsx'

export default page({
  Screen: RatesScreen,
  head: ({ t }) => ({ title: t('rates.title') }),
  rights: 'administrators',
})
