import { page } from '../app/page.ts'
import { MyDataScreen } from '../features/privacy/my-data-screen.tsx'

export default page({
  Screen: MyDataScreen,
  head: ({ t }) => ({ title: t('privacy.title') }),
  rights: (t) => ({ scene: 'done', title: t('privacy.sign_in_first'), text: t('privacy.sign_in_first_text') }),
  closing: true,
})
