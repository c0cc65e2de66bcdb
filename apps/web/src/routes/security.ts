import { page } from '../app/page.ts'
import SecurityScreen from '../screens/security.tsx'

export default page({
  Screen: SecurityScreen,
  head: ({ t }) => ({ title: t('security.title') }),
  rights: (t, query) => ({
    scene: 'done',
    title: t('security.sign_in_first'),
    text: t('security.sign_in_first_text'),
    // The link in the mail may be opened in another browser.
    ...(query.get('email') === 'changed' && {
      toast: { tone: 'success', title: t('security.email_changed'), text: t('security.email_changed_text') },
    }),
  }),
})
