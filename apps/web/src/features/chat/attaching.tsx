import { useRef, type ClipboardEvent, type ReactNode } from 'react'
import { useFileDrop } from '#lib/file-drop'
import { useT } from '#lib/i18n'
import { Button, IconButton } from '#ui/button'
import { useFocusKept } from './focus-kept.ts'
import type { Images } from './use-images.ts'
import type { ShownImage } from './timeline.ts'

/** Chooses an image, which is shown before it is sent. While another one is on its way, or waits for another try, it says so. */
export function AttachButton({ images: { busy, failed, take } }: { images: Images }) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const reason = busy ? t('chat.image_wait') : failed ? t('chat.image_unsent_first') : undefined
  return (
    <>
      <IconButton
        icon="image"
        label={t('chat.image_attach')}
        title={reason ?? t('chat.image_attach')}
        aria-description={reason}
        aria-disabled={reason !== undefined || undefined}
        data-attach
        // On a touch screen there is no hover, so a press shows the reason.
        onClick={() => (reason ? take([]) : input.current?.click())}
      />
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          take([...(currentTarget.files ?? [])])
          // The same file again is a choice too.
          currentTarget.value = ''
        }}
      />
    </>
  )
}

/** Takes images out of what is pasted. What also has words, such as a part of a table, is pasted as words. */
export function pasted(event: ClipboardEvent, take: Images['take']) {
  const { files, types } = event.clipboardData
  if (files.length === 0 || types.includes('text/plain')) return
  event.preventDefault()
  take([...files])
}

/** What could not be sent waits here for another try. */
export const UnsentImage = ({ images }: { images: Images }) =>
  images.failed && <Unsent image={images.failed} images={images} />

function Unsent({ image: { src }, images: { retry, discard } }: { image: ShownImage; images: Images }) {
  const t = useT()
  const row = useFocusKept<HTMLDivElement>((own) => own.closest('form')?.querySelector<HTMLElement>('[data-attach]'))
  return (
    <div
      ref={row}
      className="mx-auto mb-2.5 flex max-w-[46rem] items-center gap-3 rounded-field border border-line py-1 ps-2 pe-1"
    >
      {src && <img src={src} alt="" className="size-10 rounded-sm bg-[#fff] object-cover" />}
      <span className="min-w-0 flex-1 text-sm">{t('chat.image_unsent')}</span>
      <Button variant="ghost" size="sm" onClick={retry}>
        {t('core.retry')}
      </Button>
      <IconButton icon="trash" label={t('chat.image_discard')} onClick={discard} />
    </div>
  )
}

/** A conversation into which one can drop an image; where one may not write it is dropped in vain, and the page stays. */
export function DropArea({ take, children }: { take: Images['take'] | undefined; children: ReactNode }) {
  const t = useT()
  const { over, ...drop } = useFileDrop((files) => take?.(files))
  return (
    <div {...drop} className="relative flex min-h-0 flex-1 flex-col">
      {children}
      {over && take && <p className={dropHint}>{t('chat.image_drop')}</p>}
    </div>
  )
}

// The pointer stays above what is below, or the hint would flicker.
const dropHint =
  'pointer-events-none absolute inset-2 z-10 flex items-center justify-center rounded-card border-2 border-dashed border-brand ' +
  'bg-surface/90 p-4 text-center text-lg font-semibold'
