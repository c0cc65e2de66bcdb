import { useMe } from '#lib/session'
import { ChatScreen } from './chat-screen.tsx'

export function ChatPage() {
  const me = useMe()
  return <ChatScreen key={me.id} me={me.id} />
}
