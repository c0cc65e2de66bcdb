import { page } from '../app/page.ts'
import { HelpPage } from '../features/help/help-page.tsx'

export default page({
  Screen: HelpPage,
  head: ({ t }) => ({ title: t('helpdesk.title'), description: t('helpdesk.lead') }),
  // The other tabs are forms.
  rendered: ({ query }) => !query.has('tab'),
  listed: true,
})
