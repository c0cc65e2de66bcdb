import { page } from '../app/page.ts'
import { TodayPage } from '../features/travel/today-page.tsx'

export default page({
  Screen: TodayPage,
  head: ({ t }) => ({ title: t('travel.title') }),
  own: true,
})
