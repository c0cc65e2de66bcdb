import { page } from '../app/page.ts'
import { ConfirmScreen } from '../features/accounts/confirm-screen.tsx'

export default page({
  Screen: ConfirmScreen,
  head: ({ t, config: { confirmation } }) => {
    const signsIn = confirmation?.state === 'ready' && confirmation.purpose === 'sign_in'
    return { title: t(signsIn ? 'accounts.sign_in' : 'accounts.confirm_heading') }
  },
})
