import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { ChatSummary } from '@samtur/contract/chat'
import { paths } from '@samtur/contract/paths'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { usePersonName } from '#lib/person-name'
import { useRelative } from '#lib/relative'
import { Avatar } from '#ui/avatar'
import { Icon } from '#ui/icon'
import { Loading, Skeleton } from '#ui/skeleton'

export const conversationPath = (chatId: string) => `${paths.chat}?${new URLSearchParams({ chat: chatId })}`

interface ConversationListProps {
  chats: readonly ChatSummary[]
  me: string
  /** The one that is open. */
  selected: string | null
  now: number
}

export function ConversationList({ chats, me, selected, now }: ConversationListProps) {
  const list = useFocusOnReturn(selected)
  return (
    <ul ref={list} tabIndex={-1} className="flex flex-col gap-0.5 p-2 outline-none">
      {chats.map((chat) => (
        <li key={chat.id}>
          <Conversation chat={chat} me={me} open={chat.id === selected} now={now} />
        </li>
      ))}
    </ul>
  )
}

/** Back from a conversation the focus is where one left the list, or on the list where that has gone. */
function useFocusOnReturn(selected: string | null) {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(selected)
  useEffect(() => {
    const left = selected === null ? before.current : null
    before.current = selected
    if (left) (list.current?.querySelector<HTMLElement>(`[data-chat="${left}"]`) ?? list.current)?.focus()
  }, [selected])
  return list
}

interface ConversationProps {
  chat: ChatSummary
  me: string
  open: boolean
  now: number
}

function Conversation({ chat, me, open, now }: ConversationProps) {
  const relative = useRelative()
  const nameOf = usePersonName()
  const { other, last_message: last, unread_count } = chat
  // What lies open is being read; the count would only flash up.
  const unread = open ? 0 : unread_count
  return (
    <Link
      to={conversationPath(chat.id)}
      state={{ fromList: true }}
      data-chat={chat.id}
      aria-current={open ? 'page' : undefined}
      className={
        'flex min-h-18 items-center gap-3 rounded-field px-3 py-2.5 no-underline focus-visible:-outline-offset-2 ' +
        (open ? 'bg-sunk' : 'hover:bg-sunk/60')
      }
    >
      <Avatar name={other.full_name} src={other.profile_picture} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-3">
          {/* Cut off at its own end, but standing at the start of the row whatever its script. */}
          <span className="flex min-w-0 flex-1">
            <span dir="auto" className="min-w-0 truncate font-semibold">
              {nameOf(other.full_name)}
            </span>
          </span>
          {last && (
            <time
              dateTime={last.created_at}
              className={`shrink-0 text-sm ${unread ? 'font-semibold text-brand' : 'text-soft'}`}
            >
              {relative(last.created_at, now)}
            </time>
          )}
        </span>
        <span className="mt-0.5 flex items-center gap-3">
          <LastMessage chat={chat} me={me} strong={unread > 0} />
          {unread > 0 && <UnreadCount count={unread} />}
        </span>
      </span>
    </Link>
  )
}

function LastMessage({ chat: { last_message: last }, me, strong }: { chat: ChatSummary; me: string; strong: boolean }) {
  const t = useT()
  const look = `flex min-w-0 flex-1 gap-1 text-sm ${strong ? 'font-semibold text-text' : 'text-soft'}`
  if (!last) return <span className={look}>{t('chat.no_messages')}</span>
  return (
    <span className={look}>
      {last.sender_id === me && <span className="shrink-0">{t('chat.you')} </span>}
      {last.taken_back ? (
        <span className="min-w-0 truncate italic">{t('chat.taken_back')}</span>
      ) : last.hidden ? (
        <span className="min-w-0 truncate italic">{t('chat.hidden')}</span>
      ) : last.message_type === 'image' ? (
        <span className="flex min-w-0 items-center gap-1">
          <Icon name="image" size={16} />
          {t('chat.image')}
        </span>
      ) : (
        <span dir="auto" className="min-w-0 truncate">
          {last.content}
        </span>
      )}
    </span>
  )
}

function UnreadCount({ count }: { count: number }) {
  const t = useT()
  const format = useFormat()
  return (
    <span className="inline-flex h-5.5 min-w-5.5 shrink-0 items-center justify-center rounded-full border border-transparent bg-danger px-1.5 text-sm font-semibold text-on-danger tabular">
      <span aria-hidden="true">{count > 99 ? '99+' : format.number(count)}</span>
      <span className="sr-only">{t('chat.unread_count', { count })}</span>
    </span>
  )
}

export function ListSkeleton() {
  const t = useT()
  return (
    <Loading label={t('core.loading')} className="flex flex-col gap-0.5 p-2">
      {['w-32', 'w-40', 'w-24', 'w-36'].map((width) => (
        <div key={width} className="flex min-h-18 items-center gap-3 px-3">
          <Skeleton className="size-11 rounded-full" />
          <div className="flex flex-1 flex-col gap-2.5">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </Loading>
  )
}
