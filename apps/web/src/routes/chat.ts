import { page } from '../app/page.ts'

export default page('chat', {
  screen: () => import('../screens/chat.tsx'),
  own: true,
})
