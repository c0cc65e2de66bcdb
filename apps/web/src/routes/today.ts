import { page } from '../app/page.ts'
import { TodayPage } from '../features/travel/today-page.tsx'

export default page({
  Screen: TodayPage,
  head: ({ t }) => ({ title: t('travel.title') }),
  rights: (t) => ({ scene: 'rides', title: t('travel.title'), text: t('travel.log_in') }),
})
