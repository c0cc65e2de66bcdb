/** The parts of the chat that other slices use. Loaded for signed-in people only. */
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { UnreadDot as Dot } from '#ui/unread-dot'
import { isBeingRead } from './attention.ts'
import { useUnreadTotal } from './unread.ts'

interface UnreadDotProps {
  /** Announces new messages to screen readers, also while the dot is hidden. One dot on a page does. */
  announces?: boolean
  /** Its place. */
  className?: string | undefined
}

/** A red dot while there are unread messages; their number stands in the title of the browser's tab. */
export function UnreadDot(props: UnreadDotProps) {
  const { me } = useSession()
  return me && <Unread key={me.id} me={me.id} {...props} />
}

function Unread({ me, announces, className = 'end-1 top-2' }: UnreadDotProps & { me: string }) {
  const t = useT()
  const total = useUnreadTotal(me, isBeingRead)
  useCountInTitle(total)
  const text = total > 0 && t('nav.chat_unread')
  // There before anything is put into it, or its appearing would not be announced.
  const announcement = (
    <div role="status" className="sr-only">
      {text}
    </div>
  )
  return (
    <>
      <span className={`absolute inline-flex ${className}`}>{text && <Dot label={text} />}</span>
      {announces && createPortal(announcement, document.body)}
    </>
  )
}

const prefix = /^\(\d+\+?\) /

/** The dot that counts in the title: two with different totals would change it in turn for ever. */
let counter: object | undefined

/** Puts the number before the title that a page sets itself, unless another dot already does. */
function useCountInTitle(total: number) {
  const dot = useRef({})
  useEffect(() => {
    const own = dot.current
    counter ??= own
    if (counter !== own) return undefined
    const count = total > 99 ? '(99+) ' : total > 0 ? `(${total}) ` : ''
    const show = () => {
      const title = count + document.title.replace(prefix, '')
      if (title !== document.title) document.title = title
    }
    const changes = new MutationObserver(show)
    changes.observe(document.head, { childList: true, subtree: true, characterData: true })
    show()
    return () => {
      changes.disconnect()
      document.title = document.title.replace(prefix, '')
      counter = undefined
    }
  }, [total])
}
