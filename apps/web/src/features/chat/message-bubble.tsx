import { useState } from 'react'
import { PRODUCT_NAME } from '@samtur/contract/constants'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Icon } from '#ui/icon'
import type { Caution } from './caution.ts'
import { SeenNote } from './log-foot.tsx'
import { imageWidth, MessageImage, RemovedImage } from './message-image.tsx'
import { MessageText } from './message-text.tsx'
import { dayName, mayTakeBack, type Entry } from './timeline.ts'
import { TakeBack } from './take-back.tsx'

/** Shown, or only its place kept. */
export type SeenPlace = 'shown' | 'kept' | undefined

interface MessageBubbleProps {
  chatId: string
  entry: Extract<Entry, { kind: 'message' }>
  /** The other person's. */
  name: string
  now: number
  /** What is said below it of having been read. */
  seen: SeenPlace
}

export function MessageBubble({ chatId, entry, name, now, seen }: MessageBubbleProps) {
  const t = useT()
  const { own, pending, opens, closes, caution } = entry
  // The image's own request may report the removal before the conversation does.
  const [removed, setRemoved] = useState(false)
  const image = removed ? undefined : shownImage(entry)
  const corner = closes ? (own ? 'rounded-ee-sm' : 'rounded-es-sm') : ''
  const bubble = (
    <div
      style={image && imageWidth(image)}
      className={`max-w-[min(85%,34rem)] rounded-card border transition-opacity ${colours(entry)} ${corner} ${image ? 'p-1' : textLook(pending)}`}
    >
      {image && <MessageImage entry={entry} image={image} name={name} onRemoved={() => setRemoved(true)} />}
      {/* An image says itself whose it is. */}
      {!image && <span className="sr-only">{own ? t('chat.you') : t('chat.says', { name })} </span>}
      {/* Beside a short text there is room for the time; below a long one it stands by itself. */}
      <div className={`flex flex-wrap items-end justify-end gap-x-3 ${image ? 'px-2 pt-1' : ''}`}>
        {!image && <Words entry={entry} />}
        <BubbleTime entry={entry} />
      </div>
    </div>
  )
  return (
    <li className={`flex flex-col ${own ? 'items-end' : 'items-start'} ${opens ? 'mt-3' : 'mt-1'}`}>
      {mayTakeBack(entry, now) ? (
        <TakeBack chatId={chatId} entry={entry} name={name}>
          {bubble}
        </TakeBack>
      ) : (
        bubble
      )}
      {caution && <CautionNote caution={caution} />}
      {seen && <SeenNote className={`mt-0.5 ${seen === 'kept' ? 'invisible' : ''}`} />}
    </li>
  )
}

const colours = ({ own, takenBack }: MessageBubbleProps['entry']) =>
  takenBack ? 'border-line text-soft' : `border-transparent ${own ? 'bg-brand text-on-brand' : 'bg-sunk'}`

const textLook = (pending: boolean) => `px-3.5 py-2 ${pending ? 'opacity-80' : ''}`

/** One that is there or on its way; of one that has been removed only a word is left. */
const shownImage = ({ image, pending }: MessageBubbleProps['entry']) =>
  image && (pending || image.src !== null) ? image : undefined

function Words({ entry: { image, text, hidden, takenBack } }: Pick<MessageBubbleProps, 'entry'>) {
  const t = useT()
  if (takenBack) return <p className="me-auto min-w-0 italic">{t('chat.taken_back')}</p>
  if (hidden) return <p className="me-auto min-w-0 italic">{t('chat.hidden')}</p>
  if (image) return <RemovedImage />
  return (
    <p dir="auto" className="me-auto min-w-0 whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]">
      <MessageText text={text} />
    </p>
  )
}

function BubbleTime({ entry: { own, pending, at, takenBack } }: Pick<MessageBubbleProps, 'entry'>) {
  const t = useT()
  const format = useFormat()
  const look = `flex min-h-5 items-center text-sm/tight ${own && !takenBack ? 'text-on-brand/85' : 'text-soft'}`
  if (pending) {
    return (
      <span className={look}>
        <Icon name="clock" size={14} />
        <span className="sr-only">{t('chat.sending')}</span>
      </span>
    )
  }
  return (
    <span className={look}>
      <time dateTime={at} title={format.dateTime(at)}>
        {format.time(at)}
      </time>
    </span>
  )
}

const cautionTexts = { number: 'chat.caution_number', payment: 'chat.caution_payment' } as const

function CautionNote({ caution }: { caution: Caution }) {
  const t = useT()
  const text =
    caution === 'link'
      ? t('chat.caution_link')
      : caution === 'price'
        ? t('chat.caution_price')
        : t(cautionTexts[caution], { product: PRODUCT_NAME })
  return (
    <p className="mt-1.5 mb-1 flex max-w-[min(85%,34rem)] items-start gap-1.5 text-sm text-soft">
      <Icon name="info" size={16} className="mt-0.5" />
      {text}
    </p>
  )
}

export function DaySeparator({ at, now }: { at: string; now: number }) {
  const t = useT()
  const format = useFormat()
  const name = dayName(at, now)
  const text = name === 'today' ? t('chat.today') : name === 'yesterday' ? t('chat.yesterday') : format.date(at)
  return (
    <li className="mt-5 mb-1 flex items-center gap-3 text-sm text-soft first:mt-1">
      <span aria-hidden="true" className="flex-1 border-t border-line" />
      <time dateTime={at} className="first-letter:uppercase">
        {text}
      </time>
      <span aria-hidden="true" className="flex-1 border-t border-line" />
    </li>
  )
}
