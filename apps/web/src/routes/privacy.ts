import { PRODUCT_NAME } from '@samtur/contract/basics'
import { page } from '../app/page.ts'
import { PrivacyScreen } from '../features/pages/privacy-screen.tsx'

export default page({
  Screen: PrivacyScreen,
  head: ({ t }) => ({ title: t('policy.title'), description: t('policy.description', { name: PRODUCT_NAME }) }),
  rendered: true,
  listed: true,
})
