import { page } from '../app/page.ts'
import SecurityScreen from '../screens/security.tsx'

export default page({
  Screen: SecurityScreen,
  head: ({ t }) => ({ title: t('security.title') }),
  own: true,
})
