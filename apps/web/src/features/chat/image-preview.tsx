import { useT } from '#lib/i18n'
import { FormDialog } from '#ui/form-dialog'

interface ImagePreviewProps {
  src: string
  onSend: () => void
  onCancel: () => void
  /** The browser cannot show the file. */
  onUnreadable: () => void
}

/** Shows a chosen image before it is sent. */
export function ImagePreview({ src, onSend, onCancel, onUnreadable }: ImagePreviewProps) {
  const t = useT()
  return (
    <FormDialog
      open
      onClose={onCancel}
      onSubmit={onSend}
      title={t('chat.image_preview_title')}
      submitLabel={t('chat.image_send')}
      icon="send"
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
    >
      {/* Keeps its place while the image loads. */}
      <div className="flex min-h-40 items-center justify-center rounded-field bg-sunk p-2">
        <img
          src={src}
          alt={t('chat.image_preview')}
          onLoad={() => URL.revokeObjectURL(src)}
          onError={onUnreadable}
          className="max-h-[50dvh] max-w-full rounded-sm bg-[#fff] object-contain"
        />
      </div>
    </FormDialog>
  )
}
