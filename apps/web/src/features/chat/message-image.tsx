import { useEffect, useState, type ComponentType, type CSSProperties, type ReactNode } from 'react'
import { useT } from '#lib/i18n'
import { Icon } from '#ui/icon'
import { Skeleton } from '#ui/skeleton'
import { useFailureToast } from './failure.tsx'
import { logAround, useFocusKept } from './focus-kept.ts'
import { ImageProgress } from './image-progress.tsx'
import type { ImageViewerProps } from './image-viewer.tsx'
import type { Entry, ShownImage } from './timeline.ts'

interface MessageImageProps {
  entry: Extract<Entry, { kind: 'message' }>
  image: ShownImage
  /** The other person's. */
  name: string
  /** It is not there any more. */
  onRemoved: () => void
}

/** Of an image whose size is not known: room for most. */
const unknown = { width: 320, height: 240 }

/** Width of the bubble: the image as large as it is, and no higher than 20rem. What is around it is in `frame`. */
export function imageWidth({ size }: ShownImage): CSSProperties {
  const { width, height } = size ?? unknown
  return { width: `min(85%, 34rem, max(8rem, min(${width}px, ${20 * (width / height)}rem) + ${frame}px))` }
}
const frame = 10

/** An image keeps its place from the beginning, and opens in full when it is pressed. */
export function MessageImage({ entry: { key, own, pending }, image, name, onRemoved }: MessageImageProps) {
  const t = useT()
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  const { src } = image
  const { width, height } = image.size ?? unknown
  const alt = own ? t('chat.image_own') : t('chat.image_from', { name })
  const fail = async () => {
    if (src !== null && (await isRemoved(src))) onRemoved()
    else setState('failed')
  }
  if (state === 'failed') return <NotLoaded alt={alt} ratio={width / height} retry={() => setState('loading')} />
  return (
    <div
      style={{ aspectRatio: width / height }}
      className="relative max-h-80 min-h-12 w-full overflow-hidden rounded-field"
    >
      {state === 'loading' && <Skeleton className="absolute inset-0 rounded-field!" />}
      {src !== null && (
        <OpenButton src={src} title={alt} disabled={pending}>
          <img
            src={src}
            alt={alt}
            width={width}
            height={height}
            loading="lazy"
            decoding="async"
            onLoad={() => setState('loaded')}
            onError={() => void fail()}
            className={`relative size-full object-scale-down transition-opacity ${state === 'loading' ? 'opacity-0' : pending ? onItsWay : ''}`}
          />
        </OpenButton>
      )}
      {pending && <ImageProgress clientId={key} />}
    </div>
  )
}

/** Returns whether the server says that the image was removed; the failed <img> does not give the reason. */
async function isRemoved(src: string) {
  try {
    const { status, body } = await fetch(src, { cache: 'no-store' })
    void body?.cancel()
    return status === 404
  } catch {
    return false
  }
}

interface OpenButtonProps {
  src: string
  title: string
  disabled: boolean
  /** The image. */
  children: ReactNode
}

function OpenButton({ src, title, disabled, children }: OpenButtonProps) {
  const button = useFocusKept<HTMLButtonElement>(logAround)
  const viewer = useViewer({ src, title })
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        disabled={disabled}
        onClick={viewer.open}
        className="block size-full rounded-field focus-visible:-outline-offset-4"
      >
        {children}
      </button>
      {viewer.dialog}
    </>
  )
}

// On white, as the server stores what is transparent, in both themes.
const onItsWay = 'bg-[#fff] opacity-60'

/** Its code is fetched for the first one. */
function useViewer({ src, title }: { src: string; title: string }) {
  const t = useT()
  const { fail, forget } = useFailureToast('chat-viewer')
  const [Viewer, setViewer] = useState<ComponentType<ImageViewerProps>>()
  const open = async () => {
    try {
      const { ImageViewer } = await import('./image-viewer.tsx')
      forget()
      setViewer(() => ImageViewer)
    } catch (error) {
      fail(t('chat.image_not_loaded'), error)
    }
  }
  const dialog = Viewer && <Viewer src={src} title={title} onClose={() => setViewer(undefined)} />
  return { open: () => void open(), dialog }
}

function NotLoaded({ alt, ratio, retry }: { alt: string; ratio: number; retry: () => void }) {
  const t = useT()
  const button = useFocusKept<HTMLButtonElement>(logAround)
  useEffect(() => {
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  })
  return (
    <div
      style={{ aspectRatio: ratio }}
      className="flex max-h-80 min-h-32 w-full flex-col items-center justify-center gap-1 rounded-field bg-surface p-2 text-center text-sm text-soft"
    >
      <Icon name="image" size={24} />
      <span className="sr-only">{alt}.</span>
      {t('chat.image_not_loaded')}
      <button
        ref={button}
        type="button"
        onClick={retry}
        className="min-h-11 rounded-sm font-semibold text-link hover:underline"
      >
        {t('core.retry')}
      </button>
    </div>
  )
}

/** Stands in place of an image that its sender or an administrator has removed. */
export function RemovedImage() {
  const t = useT()
  return (
    <p className="me-auto flex min-w-0 items-center gap-1.5 italic">
      <Icon name="image" size={18} />
      {t('chat.image_removed')}
    </p>
  )
}
