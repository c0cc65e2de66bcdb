import type { SupportStatus } from '@samtur/contract/support'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { ConfirmDialog } from '#ui/dialog'
import { useUpdate } from './admin-queries.ts'

/** Changes a request's state, with a toast. */
export function useStatusChange(id: string, onEnd?: () => void) {
  const t = useT()
  const { mutateAsync } = useUpdate(id)
  const { start: change, busy } = useAction({
    toastKey: 'admin-support',
    run: (status: SupportStatus) => mutateAsync({ status }).finally(onEnd),
    success: () => ({ title: t('admin_support.updated') }),
    failure: t('admin_support.update_failed'),
  })
  return { change, busy }
}

interface ResolveDialogProps {
  request: { id: string; subject: string }
  onClose: () => void
}

/** Asks for a confirmation, because a key is easily pressed and a resolved request is never reopened. */
export function ResolveDialog({ request: { id, subject }, onClose }: ResolveDialogProps) {
  const t = useT()
  const { change, busy } = useStatusChange(id, onClose)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void change('resolved')}
      title={t('admin_support.resolve_title')}
      confirmLabel={t('admin_support.mark_resolved')}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      busy={busy}
    >
      <p className="mb-2 font-semibold wrap-anywhere text-text">
        <bdi>{subject}</bdi>
      </p>
      <p>{t('admin_support.resolve_text')}</p>
    </ConfirmDialog>
  )
}
