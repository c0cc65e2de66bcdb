import { page } from '../app/page.ts'
import { OperationsScreen } from '../features/operations/operations-screen.tsx'

export default page({
  Screen: OperationsScreen,
  head: ({ t }) => ({ title: t('operations.title') }),
  rights: 'administrators',
})
