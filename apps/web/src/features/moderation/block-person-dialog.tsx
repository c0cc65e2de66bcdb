import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { ConfirmDialog } from '#ui/dialog'
import { useSetBlock } from './queries.ts'

interface BlockPersonDialogProps {
  userId: string
  name: string
  onClose: () => void
}

/** Blocks a person outside of a conversation. */
export function BlockPersonDialog({ userId, name, onClose }: BlockPersonDialogProps) {
  const t = useT()
  const { mutateAsync } = useSetBlock()
  const { start, busy } = useAction({
    toastKey: 'block',
    run: () => mutateAsync({ userId, blocked: true }),
    success: () => ({ title: t('chat.blocked') }),
    onDone: onClose,
    failure: () => ({ title: t('chat.block_failed') }),
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void start(undefined)}
      title={<span className="wrap-anywhere">{t('chat.block_title', { name })}</span>}
      confirmLabel={t('report.block')}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      variant="danger"
      busy={busy}
    >
      <p className="wrap-anywhere">{t('chat.block_text', { name })}</p>
      <p className="mt-2">{t('chat.block_undo')}</p>
    </ConfirmDialog>
  )
}
