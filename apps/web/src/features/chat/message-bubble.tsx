import { PRODUCT_NAME } from '@samtur/contract/constants'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Icon } from '#ui/icon'
import { MessageText } from './message-text.tsx'
import { dayName, type Caution, type Entry } from './model.ts'

interface MessageBubbleProps {
  entry: Extract<Entry, { kind: 'message' }>
  /** The other person's. */
  name: string
}

export function MessageBubble({ entry, name }: MessageBubbleProps) {
  const t = useT()
  const { own, pending, text, opens, closes, caution } = entry
  const look = own
    ? `bg-brand text-on-brand ${closes ? 'rounded-ee-sm' : ''}`
    : `bg-sunk ${closes ? 'rounded-es-sm' : ''}`
  return (
    <li className={`flex flex-col ${own ? 'items-end' : 'items-start'} ${opens ? 'mt-3' : 'mt-1'}`}>
      <div
        className={`max-w-[min(85%,34rem)] rounded-card border border-transparent px-3.5 py-2 transition-opacity ${look} ${pending ? 'opacity-80' : ''}`}
      >
        <span className="sr-only">{own ? t('chat.you') : t('chat.says', { name })} </span>
        {/* Beside a short text there is room for the time; below a long one it stands by itself. */}
        <div className="flex flex-wrap items-end justify-end gap-x-3">
          <p dir="auto" className="me-auto min-w-0 whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]">
            <MessageText text={text} />
          </p>
          <BubbleTime entry={entry} />
        </div>
      </div>
      {caution && <CautionNote caution={caution} />}
    </li>
  )
}

function BubbleTime({ entry: { own, pending, at } }: Pick<MessageBubbleProps, 'entry'>) {
  const t = useT()
  const format = useFormat()
  const look = `flex min-h-5 items-center text-sm/tight ${own ? 'text-on-brand/85' : 'text-soft'}`
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

function CautionNote({ caution }: { caution: Caution }) {
  const t = useT()
  const text = caution === 'link' ? t('chat.caution_link') : t('chat.caution_number', { product: PRODUCT_NAME })
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
