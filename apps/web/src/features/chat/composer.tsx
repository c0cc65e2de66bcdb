import { useEffect, useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import type { RideDetail } from '@samtur/contract/rides'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { otherPriceIn } from '@samtur/contract/named-prices'
import { controlClass } from '#ui/field'
import { IconButton } from '#ui/button'
import { AttachButton, pasted, UnsentImage } from './attaching.tsx'
import { changeDraft, messagesOf, roomIn, useDraft } from './drafts.ts'
import type { Images } from './use-images.ts'
import { isBlank } from './typed-text.ts'
import { type Outgoing } from './timeline.ts'
import { TextRoom } from './text-room.tsx'
import { useLiftedToasts } from './viewport.ts'

interface ComposerProps {
  /** Key of the draft, made of its writer and conversation. */
  draftKey: string
  /** The other person's name. */
  name: string
  send: (outgoing: Outgoing) => void
  /** Called as something is being written. */
  onTyping: () => void
  images: Images
  /** The trip the conversation is about, where there is one. */
  ride: RideDetail | undefined
}

export function Composer({ draftKey, name, send, onTyping, images, ride }: ComposerProps) {
  const t = useT()
  const id = useId()
  const draft = useDraft(draftKey)
  const { text } = draft
  const room = roomIn(draft)
  const field = useGrowing(text)
  const form = useLiftedToasts()
  const ready = !isBlank(text) && room >= 0

  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    if (!ready) return
    changeDraft(draftKey, () => ({ text: '' }))
    for (const outgoing of messagesOf(draft)) send(outgoing)
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
      <UnsentImage images={images} />
      <div className="mx-auto flex max-w-[46rem] items-end gap-2">
        <AttachButton images={images} />
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
            if (!isBlank(value)) onTyping()
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => pasted(event, images.take)}
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
      <PriceHint text={text} ride={ride} />
      <TextRoom id={`${id}-room`} room={room} className="mx-auto max-w-[46rem]" />
    </form>
  )
}

/** Says gently that another price is being named than the trip has. */
function PriceHint({ text, ride }: { text: string; ride: RideDetail | undefined }) {
  const t = useT()
  const format = useFormat()
  const other = ride && otherPriceIn(text, ride.prices)
  return (
    <p role="status" className="mx-auto max-w-[46rem] pt-1.5 text-sm text-soft empty:hidden">
      {other !== undefined &&
        t('chat.price_hint', {
          named: format.price(other, ride?.currency).text,
          price: format.price(ride?.section.price ?? 0, ride?.currency).text,
        })}
    </p>
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
