import { useState } from 'react'
import { useT } from '#lib/i18n'
import { Dialog } from '#ui/dialog'

export interface ImageViewerProps {
  src: string
  /** What it is an image of, as far as one knows: whose. */
  title: string
  onClose: () => void
}

/** An image as large as the window, and by another press as large as it is. */
export function ImageViewer({ src, title, onClose }: ImageViewerProps) {
  const t = useT()
  const [full, setFull] = useState(false)
  return (
    <Dialog open size="full" onClose={onClose} title={title} closeLabel={t('core.close')}>
      <div className="flex min-h-full">
        <button
          type="button"
          aria-pressed={full}
          aria-label={t('chat.image_full')}
          onClick={() => setFull(!full)}
          className={`m-auto rounded-sm ${full ? 'cursor-zoom-out' : 'cursor-zoom-in'}`}
        >
          <img
            src={src}
            alt={title}
            className={`rounded-sm bg-[#fff] ${full ? 'max-w-none' : 'max-h-[calc(100dvh-10rem)] max-w-full'}`}
          />
        </button>
      </div>
    </Dialog>
  )
}
