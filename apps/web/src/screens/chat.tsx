import { usePageTitle } from '../app/page-title.ts'
import { ChatPage } from '../features/chat/chat-page.tsx'

export default function ChatRoute() {
  return <ChatPage useTitle={usePageTitle} />
}
