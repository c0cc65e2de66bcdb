import { useEffect, useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { controlClass } from '#ui/field'
import { IconButton } from '#ui/button'
import { changeDraft, useDraft, type Draft } from './drafts.tsx'
import { isBlank, nearLimit, roomLeft, tidy, type Outgoing } from './model.ts'
import { useLiftedToasts } from './viewport.tsx'

interface ComposerProps {
  /** Names the draft: whose, and to whom. */
  draftKey: string
  /** The other person's name. */
  name: string
  send: (outgoing: Outgoing) => void
}

export function Composer({ draftKey, name, send }: ComposerProps) {
  const t = useT()
  const id = useId()
  const draft = useDraft(draftKey)
  const { text } = draft
  const room = roomLeft(text)
  const field = useGrowing(text)
  const form = useLiftedToasts()
  const ready = !isBlank(text) && room >= 0

  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    if (!ready) return
    changeDraft(draftKey, () => ({ text: '' }))
    send(outgoing(draft))
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While a character is being composed, Enter chooses it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    submit(event)
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      className="border-t border-line px-3 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] sm:px-4"
    >
      <div className="mx-auto flex max-w-[46rem] items-end gap-2">
        <label htmlFor={id} className="sr-only">
          {t('chat.write_to', { name })}
        </label>
        <textarea
          ref={field}
          id={id}
          rows={1}
          dir="auto"
          enterKeyHint="send"
          placeholder={t('chat.placeholder')}
          value={text}
          aria-invalid={room < 0 || undefined}
          aria-describedby={`${id}-room`}
          onChange={(event) => {
            const { value } = event.target
            changeDraft(draftKey, ({ failed }) => ({ text: value, failed }))
          }}
          onKeyDown={onKeyDown}
          className={controlClass(false, 'max-h-40 flex-1 resize-none')}
        />
        <IconButton
          type="submit"
          icon="send"
          label={t('chat.send')}
          variant="primary"
          aria-disabled={!ready || undefined}
        />
      </div>
      <Room id={`${id}-room`} room={room} />
    </form>
  )
}

/** Unchanged after a failure it is the same message, which the server stores once however often it comes. */
function outgoing({ text, failed }: Draft): Outgoing {
  const content = tidy(text)
  const client_id = failed?.content === content ? failed.client_id : crypto.randomUUID()
  return { client_id, content, sent_at: new Date().toISOString() }
}

function Room({ id, room }: { id: string; room: number }) {
  const t = useT()
  const format = useFormat()
  const shown = room <= nearLimit
  const text = room < 0 ? t('chat.too_long', { count: -room }) : t('chat.room_left', { number: format.number(room) })
  return (
    <>
      <p
        id={id}
        className={`mx-auto max-w-[46rem] text-end text-sm tabular ${room < 0 ? 'font-medium text-danger' : 'text-soft'}`}
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

/** As high as its text; not every browser we serve can do that by itself. */
function useGrowing(text: string) {
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const { current } = field
    const row = current?.parentElement
    if (!current || !row) return
    // The row keeps its height meanwhile, or the messages above would scroll.
    row.style.minHeight = `${row.offsetHeight}px`
    current.style.height = 'auto'
    current.style.height = `${current.scrollHeight + current.offsetHeight - current.clientHeight}px`
    current.style.overflowY = current.scrollHeight > current.clientHeight ? 'auto' : 'hidden'
    row.style.minHeight = ''
  }, [text])
  // Where typing needs no keyboard on the screen, one can begin at once.
  useEffect(() => {
    if (globalThis.matchMedia?.('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }, [])
  return field
}
