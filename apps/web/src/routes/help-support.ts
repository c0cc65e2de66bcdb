import { page } from '../app/page.ts'
import HelpSupportScreen from '../screens/help-support.tsx'

export default page({
  Screen: HelpSupportScreen,
  head: ({ t }) => ({ title: t('helpdesk.title'), description: t('helpdesk.lead') }),
  // The other tabs are forms.
  rendered: ({ query }) => !query.has('tab'),
  listed: true,
})
