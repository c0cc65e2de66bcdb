import type { SupportStatus } from '@samtur/contract/support'
import { useT } from '#lib/i18n'
import { ConfirmDialog } from '#ui/dialog'
import { useToast } from '#ui/toast'
import { useFailureToast } from '../moderation/public.ts'
import { useUpdate } from './admin-queries.ts'

const key = 'admin-support'

/** Changes a request's state with a toast; returns whether it succeeded. */
export function useStatusChange(id: string) {
  const t = useT()
  const toast = useToast()
  const fail = useFailureToast(key)
  const { mutateAsync, isPending: busy } = useUpdate(id)
  const change = async (status: SupportStatus) => {
    try {
      await mutateAsync({ status })
      toast({ tone: 'success', title: t('admin_support.updated'), key })
      return true
    } catch (error) {
      fail(error, t('admin_support.update_failed'))
      return false
    }
  }
  return { change, busy }
}

interface ResolveDialogProps {
  request: { id: string; subject: string }
  onClose: () => void
}

/** Asks for a confirmation, because a key is easily pressed and a resolved request is never reopened. */
export function ResolveDialog({ request: { id, subject }, onClose }: ResolveDialogProps) {
  const t = useT()
  const { change, busy } = useStatusChange(id)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void change('resolved').then(onClose)}
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
