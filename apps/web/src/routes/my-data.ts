import { page } from '../app/page.ts'
import MyDataScreen from '../screens/my-data.tsx'

export default page({
  Screen: MyDataScreen,
  head: ({ t }) => ({ title: t('privacy.title') }),
})
