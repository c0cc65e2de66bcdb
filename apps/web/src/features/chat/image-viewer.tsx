import { useState } from 'react'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Spinner } from '#ui/spinner'
import { useFocusKept } from './focus-kept.ts'

export interface ImageViewerProps {
  src: string
  /** What it is an image of, as far as one knows: whose. */
  title: string
  onClose: () => void
}

/** An image as large as the window, and by another press as large as it is. */
export function ImageViewer({ src, title, onClose }: ImageViewerProps) {
  const t = useT()
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  return (
    <Dialog open size="full" onClose={onClose} title={title} closeLabel={t('core.close')}>
      <div className="relative flex min-h-full">
        {state === 'loading' && <Spinner label={t('core.loading')} showLabel size={28} className={inTheMiddle} />}
        {state === 'failed' ? (
          <NotLoaded retry={() => setState('loading')} />
        ) : (
          <FullImage
            src={src}
            title={title}
            loaded={state === 'loaded'}
            onLoad={() => setState('loaded')}
            onError={() => setState('failed')}
          />
        )}
      </div>
    </Dialog>
  )
}

const inTheMiddle = 'absolute inset-0 justify-center'
const titleAround = (element: HTMLElement) =>
  element.closest('dialog')?.querySelector<HTMLElement>('[data-dialog-title]')

interface FullImageProps {
  src: string
  title: string
  loaded: boolean
  onLoad: () => void
  onError: () => void
}

function FullImage({ src, title, loaded, onLoad, onError }: FullImageProps) {
  const t = useT()
  const [full, setFull] = useState(false)
  const button = useFocusKept<HTMLButtonElement>(titleAround)
  return (
    <button
      ref={button}
      type="button"
      aria-pressed={full}
      aria-label={t('chat.image_full')}
      onClick={() => setFull(!full)}
      className={`m-auto rounded-sm ${full ? 'cursor-zoom-out' : 'cursor-zoom-in'} ${loaded ? '' : 'opacity-0'}`}
    >
      <img
        src={src}
        alt={title}
        onLoad={onLoad}
        onError={onError}
        className={`rounded-sm bg-[#fff] ${full ? 'max-w-none' : 'max-h-[calc(100dvh-10rem)] max-w-full'}`}
      />
    </button>
  )
}

function NotLoaded({ retry }: { retry: () => void }) {
  const t = useT()
  const box = useFocusKept<HTMLDivElement>(titleAround)
  return (
    <div ref={box} role="alert" className="m-auto flex flex-col items-center gap-3 text-center text-soft">
      {t('chat.image_not_loaded')}
      <Button variant="quiet" onClick={retry}>
        {t('core.retry')}
      </Button>
    </div>
  )
}
