import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { nearLimit } from './typed-text.ts'

interface TextRoomProps {
  id: string
  /** How many characters are left; below zero it is too long. */
  room: number
  className?: string
}

/** How much more may be written, once it is worth knowing. */
export function TextRoom({ id, room, className = '' }: TextRoomProps) {
  const t = useT()
  const format = useFormat()
  const shown = room <= nearLimit
  const text = room < 0 ? t('chat.too_long', { count: -room }) : t('chat.room_left', { number: format.number(room) })
  return (
    <>
      <p
        id={id}
        className={`text-end text-sm tabular ${room < 0 ? 'font-medium text-danger' : 'text-soft'} ${className}`}
      >
        {shown && text}
      </p>
      {/* Counting along aloud would drown the writing; that it is too long is said once. */}
      <span role="status" className="sr-only">
        {room < 0 && t('chat.too_long_announced')}
      </span>
    </>
  )
}
