import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { ChatSummary } from '@samtur/contract/chat'
import { paths } from '@samtur/contract/paths'
import { useStrayDrops } from '#lib/file-drop'
import { useT } from '#lib/i18n'
import { useNow } from '#lib/use-now'
import { ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import { Page, PageHeader } from '#ui/page'
import { Spinner } from '#ui/spinner'
import { ConnectionLine } from './connection-line.tsx'
import { ConversationList, ListSkeleton } from './conversation-list.tsx'
import { Conversation } from './conversation.tsx'
import { LoadFailure } from './failure.tsx'
import { useOpening } from './opening.ts'
import { useChats } from './queries.ts'
import { useKeyboardSpace, useTop } from './viewport.ts'

interface ChatScreenProps {
  me: string
}

/** A list and a conversation side by side; on a phone one or the other. */
export function ChatScreen({ me }: ChatScreenProps) {
  const t = useT()
  // Often enough for 'now' and minutes.
  const now = useNow(30_000)
  useStrayDrops()
  const [params] = useSearchParams()
  const selected = params.get('chat')
  const opening = useOpening(me, params.get('user'), params.get('ride'))
  const query = useChats(me)
  const { chats } = query
  const closing = useClosing(selected, chats)
  const top = useTop()
  // On a phone only one of the two is in view.
  const alone = selected !== null || opening
  const failure = !chats && query.isError && <LoadFailure what={t('chat.list_failed')} query={query} />

  if (chats?.length === 0 && !alone) return <NoConversations />
  return (
    // It makes itself smaller when a line appears above it; nothing else should move.
    <div className="mx-auto w-full max-w-page [overflow-anchor:none] md:px-8 md:py-6">
      <div ref={top} className={frame}>
        <div className="flex min-h-0 flex-col border-line md:border-e">
          {!alone && (
            <div className="md:hidden">
              <ConnectionLine />
            </div>
          )}
          <Heading className={`px-5 pt-5 pb-1 text-2xl ${alone ? 'max-md:sr-only' : ''}`} />
          <nav
            aria-label={t('chat.conversations')}
            className={`flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain ${alone ? 'max-md:hidden' : ''}`}
          >
            {chats && <ConversationList chats={chats} me={me} selected={selected} now={now} />}
            {query.isPending && <ListSkeleton />}
            {failure && !alone && failure}
          </nav>
        </div>
        <Pane open={alone}>
          <ConnectionLine />
          {opening ? (
            <Opening />
          ) : (
            (failure && alone) || (!closing && <Chosen id={selected} chats={chats} me={me} now={now} />)
          )}
        </Pane>
      </div>
    </div>
  )
}

const frame =
  'md:grid md:h-[calc(100dvh-var(--top,5.5rem)-1.5rem)] md:min-h-[26rem] md:grid-cols-[20rem_minmax(0,1fr)] md:overflow-hidden ' +
  'md:rounded-card md:border md:border-line md:bg-surface lg:grid-cols-[22rem_minmax(0,1fr)]'

/** Where there turn out to be no conversations another heading takes its place, and the focus with it. */
function Heading({ className }: { className: string }) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const { current } = heading
    return () => {
      if (document.activeElement !== current) return
      queueMicrotask(() => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true }))
    }
  }, [])
  return (
    <h1 ref={heading} className={className}>
      {t('chat.title')}
    </h1>
  )
}

/** On a phone it fills what is left between the bar and the keyboard. */
function Pane({ open, children }: { open: boolean; children: ReactNode }) {
  const t = useT()
  const pane = useKeyboardSpace()
  const onPhone = open
    ? 'max-md:fixed max-md:inset-x-0 max-md:top-(--bar) max-md:bottom-[var(--keyboard,0px)] max-md:z-10'
    : 'max-md:hidden'
  return (
    <section
      ref={pane}
      data-own-bottom={open || undefined}
      aria-label={t('chat.messages')}
      className={`flex min-h-0 flex-col bg-surface ${onPhone}`}
    >
      {children}
    </section>
  )
}

interface ChosenProps {
  id: string | null
  chats: readonly ChatSummary[] | undefined
  me: string
  now: number
}

function Chosen({ id, chats, me, now }: ChosenProps) {
  const t = useT()
  const chat = chats?.find((candidate) => candidate.id === id)
  if (chat) return <Conversation key={chat.id} chat={chat} me={me} now={now} />
  if (id === null) {
    return (
      <EmptyState
        className="my-auto"
        drawing={<Landscape scene="chats" />}
        title={t('chat.choose')}
        text={t('chat.choose_text')}
      />
    )
  }
  if (!chats) return <Opening />
  return (
    <EmptyState
      className="my-auto"
      title={t('chat.missing')}
      text={t('chat.missing_text')}
      action={
        <ButtonLink variant="quiet" to={paths.chat}>
          {t('chat.back')}
        </ButtonLink>
      }
    />
  )
}

function Opening() {
  const t = useT()
  return (
    <div className="flex flex-1 items-center justify-center">
      <Spinner label={t('core.loading')} showLabel size={28} />
    </div>
  )
}

function NoConversations() {
  const t = useT()
  return (
    <Page>
      <PageHeader title={t('chat.title')} />
      <EmptyState
        drawing={<Landscape scene="chats" />}
        title={t('chat.empty')}
        text={t('chat.empty_text')}
        action={
          <ButtonLink to={paths.search} icon="search">
            {t('chat.find_ride')}
          </ButtonLink>
        }
      />
    </Page>
  )
}

/** Deleted or blocked, here or on another device: the open conversation is left, and the focus goes to the list. */
function useClosing(selected: string | null, chats: readonly ChatSummary[] | undefined): boolean {
  const navigate = useNavigate()
  const [shown, setShown] = useState<string | null>(null)
  const there = chats?.some(({ id }) => id === selected) ?? false
  if (there && shown !== selected) setShown(selected)
  const gone = chats !== undefined && selected !== null && !there && shown === selected
  useLayoutEffect(() => {
    if (gone) void navigate(paths.chat, { replace: true })
  }, [gone, navigate])
  const emptied = selected === null && chats?.length === 0 && shown !== null
  useEffect(() => {
    // There is no list any more that could take the focus.
    if (emptied) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [emptied])
  return gone
}
