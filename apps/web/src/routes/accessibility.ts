import { PRODUCT_NAME } from '@samtur/contract/basics'
import { page } from '../app/page.ts'
import { AccessibilityScreen } from '../features/pages/accessibility-screen.tsx'

export default page({
  Screen: AccessibilityScreen,
  head: ({ t }) => ({
    title: t('accessibility.title'),
    description: t('accessibility.description', { name: PRODUCT_NAME }),
  }),
  rendered: true,
  listed: true,
})
