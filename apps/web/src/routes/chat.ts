import { page } from '../app/page.ts'
import { chatTitle } from '../features/chat/head.ts'
import { ChatPage } from '../features/chat/chat-page.tsx'

export default page({
  Screen: ChatPage,
  head: (on) => ({ title: chatTitle(on) }),
  own: true,
})
