import { page } from '../app/page.ts'
import { WantedPage } from '../features/wanted/wanted-page.tsx'

export default page({
  Screen: WantedPage,
  head: ({ t }) => ({ title: t('wanted.mine') }),
  rights: (t) => ({ scene: 'rides', title: t('wanted.login_title'), text: t('wanted.login_text') }),
})
