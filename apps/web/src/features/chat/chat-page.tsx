import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { signInPath } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import { Page } from '#ui/page'
import { signInToast, useToast } from '#ui/toast'
import { ChatScreen } from './chat-screen.tsx'

export function ChatPage() {
  const { status, me } = useSession()
  if (status === 'signed-out') return <SignInPrompt />
  return me && <ChatScreen key={me.id} me={me.id} />
}

/** Comes back here afterwards, also to a conversation that was about to begin. */
function SignInPrompt() {
  const t = useT()
  const toast = useToast()
  const { pathname, search } = useLocation()
  // With `?user=` the visitor wanted to begin a conversation; without it, to see the list.
  const starting = new URLSearchParams(search).has('user')
  const words = starting
    ? { title: t('chat.login_title'), text: t('chat.start_login_toast') }
    : { title: t('core.error_title'), text: t('chat.login_toast') }
  const tell = useEffectEvent(() => toast({ tone: 'error', ...words, key: signInToast }))
  useEffect(() => tell(), [])
  return (
    <Page>
      <EmptyState
        level="h1"
        drawing={<Landscape scene="chats" />}
        title={t('chat.login_title')}
        text={t('chat.login_text')}
        action={<ButtonLink to={signInPath(pathname + search)}>{t('chat.log_in')}</ButtonLink>}
      />
    </Page>
  )
}
