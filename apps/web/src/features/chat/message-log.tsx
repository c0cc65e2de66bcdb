import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Icon } from '#ui/icon'
import { LogFoot } from './log-foot.tsx'
import { DaySeparator, MessageBubble, type SeenPlace } from './message-bubble.tsx'
import type { Entry } from './timeline.ts'

export interface Older {
  /** There is something to load. */
  exists: boolean
  loading: boolean
  failed: boolean
  load: () => void
}

interface MessageLogProps {
  chatId: string
  entries: readonly Entry[]
  name: string
  now: number
  older: Older
  /** The other person is writing. */
  typing: boolean
  /** Something new has arrived below what is seen. */
  newBelow: boolean
  /** Called when the end comes into view or leaves it. */
  onAtEnd: (atEnd: boolean) => void
  /** Shown while there is no message. */
  children: ReactNode
}

// Nearer to the end than this counts as being there; nearer to the start than that loads what is before.
const endZone = 48
const startZone = 300

export function MessageLog({
  chatId,
  entries,
  name,
  now,
  older,
  typing,
  newBelow,
  onAtEnd,
  children,
}: MessageLogProps) {
  const t = useT()
  const { box, content, onScroll, toEnd } = useScrolling(entries, onAtEnd)
  const seen = useSeenPlaces(entries)
  const scroll = () => {
    onScroll()
    const { current } = box
    if (current && current.scrollTop < startZone && older.exists && !older.loading && !older.failed) older.load()
  }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {/* Its own messages and older ones would be read out too: what is new is announced elsewhere, once and with a name. */}
      <div
        ref={box}
        role="log"
        aria-live="off"
        aria-label={t('chat.log', { name })}
        tabIndex={0}
        onScroll={scroll}
        className="relative flex-1 overflow-y-auto overscroll-contain px-4 [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div ref={content} className="mx-auto flex min-h-full max-w-[46rem] flex-col pt-4 pb-1.5">
          {older.exists && <LoadOlder older={older} keepFocus={() => box.current?.focus({ preventScroll: true })} />}
          {entries.length === 0 && children}
          <ol className="mt-auto flex flex-col">
            {entries.map((entry) =>
              entry.kind === 'day' ? (
                <DaySeparator key={entry.key} at={entry.at} now={now} />
              ) : (
                <MessageBubble
                  key={entry.key}
                  chatId={chatId}
                  entry={entry}
                  name={name}
                  now={now}
                  seen={seen.below(entry)}
                />
              ),
            )}
          </ol>
          <LogFoot seen={seen.atEnd} typing={typing} name={name} />
        </div>
      </div>
      {newBelow && (
        <button type="button" onClick={toEnd} className={newBelowLook}>
          {t('chat.new_messages')}
          <Icon name="arrow-down" size={18} />
        </button>
      )}
    </div>
  )
}

const newBelowLook =
  'absolute inset-x-0 bottom-3 mx-auto flex min-h-11 w-fit items-center gap-2 rounded-full border border-line bg-surface ' +
  'px-4 font-semibold shadow-float hover:bg-sunk'

function LoadOlder({ older, keepFocus }: { older: Older; keepFocus: () => void }) {
  const t = useT()
  const load = () => {
    // The button goes once everything is there, and would take the focus with it.
    keepFocus()
    older.load()
  }
  return (
    <Button variant="ghost" size="sm" className="self-center" busy={older.loading} onClick={load}>
      {older.failed ? t('core.retry') : t('chat.load_older')}
    </Button>
  )
}

/**
 * Where 'seen' stands: at the end of the conversation if it can, where its place is always kept, otherwise below its message. When it goes on
 * from there, its place stays until the next message, so that nothing moves by itself.
 */
function useSeenPlaces(entries: readonly Entry[]) {
  const newest = entries.at(-1)?.key
  const seen = entries.find((entry) => entry.kind === 'message' && entry.seen)?.key
  const [held, setHeld] = useState({ newest, seen })
  if (held.newest !== newest) setHeld({ newest, seen })
  const below = ({ key }: Entry): SeenPlace => {
    if (key === newest) return undefined
    return key === seen ? 'shown' : key === held.seen ? 'kept' : undefined
  }
  return { atEnd: seen !== undefined && seen === newest, below }
}

/** Stays at the end while one is there, and otherwise where one is, whatever is added before or after. */
function useScrolling(entries: readonly Entry[], onAtEnd: (atEnd: boolean) => void) {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const place = useRef({ atEnd: true, fromEnd: 0, first: '', last: '' })

  const look = () => {
    const { current } = box
    if (!current) return
    place.current.fromEnd = current.scrollHeight - current.scrollTop
    place.current.atEnd = place.current.fromEnd - current.clientHeight < endZone
    onAtEnd(place.current.atEnd)
  }
  const toEnd = () => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
    look()
  }

  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    const { first, last, atEnd, fromEnd } = place.current
    const newest = entries.at(-1)
    const firstMessage = entries.find(({ kind }) => kind === 'message')?.key ?? ''
    const justSent = newest?.kind === 'message' && newest.pending && newest.key !== last
    if (atEnd || justSent) current.scrollTop = current.scrollHeight
    else if (firstMessage !== first) current.scrollTop = current.scrollHeight - fromEnd
    Object.assign(place.current, { first: firstMessage, last: newest?.key ?? '' })
    look()
  })

  useLayoutEffect(() => {
    // The keyboard of a phone, a growing input, a turned device: what was at the end stays there.
    const sizes = new ResizeObserver(() => {
      if (place.current.atEnd && box.current) box.current.scrollTop = box.current.scrollHeight
    })
    for (const { current } of [box, content]) if (current) sizes.observe(current)
    return () => sizes.disconnect()
  }, [])

  return { box, content, onScroll: look, toEnd }
}
