import { signInToast } from '#ui/toast'
import { page } from '../app/page.ts'
import { chatTitle } from '../features/chat/head.ts'
import { ChatPage } from '../features/chat/chat-page.tsx'

export default page({
  Screen: ChatPage,
  head: (on) => ({ title: chatTitle(on) }),
  rights: (t, query) => ({
    scene: 'chats',
    title: t('chat.login_title'),
    text: t('chat.login_text'),
    // With `?user=` the visitor wanted to begin a conversation; without it, to see the list.
    toast: {
      tone: 'error',
      key: signInToast,
      ...(query.has('user')
        ? { title: t('chat.login_title'), text: t('chat.start_login_toast') }
        : { title: t('core.error_title'), text: t('chat.login_toast') }),
    },
  }),
})
