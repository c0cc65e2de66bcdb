import { useEffect, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ChatSummary, Message } from '@samtur/contract/chat'
import { useT } from '#lib/i18n'
import { usePersonName } from '#lib/person-name'
import { getSession } from '#lib/session'
import { EmptyState } from '#ui/empty-state'
import { Loading, Skeleton } from '#ui/skeleton'
import { useEndShown, useLookedAt } from './attention.ts'
import { DropArea } from './attaching.tsx'
import { Composer } from './composer.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { changeDraft, draftKeyOf, withFailed, withoutArrived } from './drafts.ts'
import { LoadFailure, useFailureToast } from './failure.tsx'
import { ImagePreview } from './image-preview.tsx'
import { useImages } from './use-images.ts'
import { MessageLog } from './message-log.tsx'
import { hasOlder, lastForeignSeq, withoutCleared, type Thread } from './thread.ts'
import { timeline, type Outgoing } from './timeline.ts'
import { pinnedRideQuery } from './queries.ts'
import { useOlder, useThread } from './thread-queries.ts'
import { useOutgoing, useSend } from './delivery.ts'
import { useReadMark } from './reading.ts'
import { useReportTyping, useTyping } from './typing.ts'

interface ConversationProps {
  chat: ChatSummary
  me: string
  now: number
}

export function Conversation({ chat, me, now }: ConversationProps) {
  const t = useT()
  const query = useThread(chat.id)
  const { data } = query
  const thread = useMemo(() => data && withoutCleared(data, chat.cleared_seq), [data, chat.cleared_seq])
  return (
    <>
      <ConversationHeader chat={chat} />
      {thread && <Messages chat={chat} me={me} now={now} thread={thread} />}
      {!thread && query.isError && <LoadFailure what={t('chat.messages_failed')} query={query} />}
      {query.isPending && <MessagesSkeleton />}
    </>
  )
}

function Messages({ chat, me, now, thread }: ConversationProps & { thread: Thread }) {
  const t = useT()
  const { messages } = thread
  const name = usePersonName()(chat.other.full_name)
  const draftKey = draftKeyOf(me, chat.id)
  const texts = useOutgoing(chat.id)
  const images = useImages(draftKey, chat.id, messages)
  const { fail, forget } = useFailureToast('chat-send')
  const { mutate: send } = useSend(chat.id, forget, (failed, error) => {
    // After a sign-out nothing of the person is kept.
    if (getSession().me?.id !== me) return
    changeDraft(draftKey, (draft) => withFailed(draft, failed))
    fail(t('chat.send_failed'), error)
  })
  useArrivedDraft(draftKey, messages)
  const image = images.outgoing
  const outgoing = useMemo(() => (image ? [...texts, image] : texts), [texts, image])
  const ride = useQuery({ ...pinnedRideQuery(chat.ride_id ?? ''), enabled: chat.ride_id !== null }).data
  // The driver knows what the trip costs.
  const prices = ride?.driver.id === me ? undefined : ride?.prices
  const entries = useMemo(() => timeline(messages, outgoing, me, chat, prices), [messages, outgoing, me, chat, prices])
  const foreign = lastForeignSeq(messages, me)
  const { atEnd, setAtEnd, newBelow } = useSeen(foreign)
  useReadMark(chat, foreign, useLookedAt() && atEnd)
  useEndShown(chat.id, atEnd)
  const typing = useReportTyping(chat.id)
  const older = useOlder(chat.id)
  const { isPending: loading, isError: failed } = older
  const sendOff = (outgoing: Outgoing) => {
    send(outgoing)
    typing.sent()
  }
  return (
    <DropArea take={chat.can_write ? images.take : undefined}>
      <MessageLog
        chatId={chat.id}
        entries={entries}
        name={name}
        now={now}
        typing={useTyping(chat.id, chat.other.id, foreign)}
        newBelow={newBelow}
        onAtEnd={setAtEnd}
        older={{ exists: hasOlder(thread), loading, failed, load: () => older.mutate(thread) }}
      >
        <EmptyState
          className="my-auto"
          level="h3"
          title={t('chat.first_title', { name })}
          text={t('chat.first_text')}
        />
      </MessageLog>
      <Announcement messages={messages} name={name} me={me} />
      {images.chosen && (
        <ImagePreview
          src={images.chosen.src}
          onSend={images.sendChosen}
          onCancel={() => images.dropChosen()}
          onUnreadable={() => images.dropChosen('unreadable')}
        />
      )}
      {chat.can_write ? (
        <Composer draftKey={draftKey} name={name} send={sendOff} onTyping={typing.report} images={images} ride={ride} />
      ) : (
        <p className="border-t border-line px-4 py-4 text-center text-soft">{t('chat.closed')}</p>
      )}
    </DropArea>
  )
}

/** What arrives while one reads further up is below what has been seen. */
function useSeen(newest: number) {
  const [atEnd, setAtEnd] = useState(true)
  const [seen, setSeen] = useState(newest)
  if (atEnd && seen < newest) setSeen(newest)
  return { atEnd, setAtEnd, newBelow: !atEnd && newest > seen }
}

function useArrivedDraft(draftKey: string, messages: readonly Message[]) {
  useEffect(() => {
    const arrived = (clientId: string) => messages.some(({ client_id }) => client_id === clientId)
    changeDraft(draftKey, (draft) => withoutArrived(draft, arrived))
  }, [draftKey, messages])
}

interface AnnouncementProps {
  messages: readonly Message[]
  name: string
  me: string
}

/** Reads out what arrives from the other person, once; what was there when the conversation was opened is no news. */
function Announcement({ messages, name, me }: AnnouncementProps) {
  const t = useT()
  const newest = lastForeignSeq(messages, me)
  const [told, setTold] = useState({ before: newest, upTo: newest })
  if (newest > told.upTo) setTold({ before: told.upTo, upTo: newest })
  const fresh = messages.filter(
    ({ sender_id, seq, taken_back }) => sender_id !== me && seq > told.before && !taken_back,
  )
  const [only] = fresh
  const telling = ({ message_type, content }: Message) =>
    message_type === 'image' ? t('chat.image_announce', { name }) : t('chat.announce', { name, text: content ?? '' })
  const text = fresh.length > 1 ? t('chat.announce_many', { count: fresh.length, name }) : only && telling(only)
  return (
    <div role="status" className="sr-only">
      {text && <p key={told.upTo}>{text}</p>}
    </div>
  )
}

const shapes = ['w-3/5', 'w-2/5', 'w-1/2 self-end', 'w-2/3', 'w-1/3 self-end', 'w-1/4 self-end', 'w-1/2']

function MessagesSkeleton() {
  const t = useT()
  return (
    <Loading label={t('core.loading')} className="flex flex-1 flex-col justify-end overflow-hidden px-4 py-4">
      <div className="mx-auto flex w-full max-w-[46rem] flex-col gap-3">
        {shapes.map((shape) => (
          <Skeleton key={shape} className={`h-12 rounded-card! ${shape}`} />
        ))}
      </div>
    </Loading>
  )
}
