import type { SupportStatus } from '@samtur/contract/support'
import { useT } from '#lib/i18n'
import { ConfirmDialog } from '#ui/dialog'
import { useToast } from '#ui/toast'
import { useFailureToast } from '../moderation/public.ts'
import { useUpdate } from './admin-queries.ts'

const key = 'admin-support'

/** Moves a request on, and says so; answers whether it worked. */
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

/** One key is pressed quickly, and a resolved request is never opened again: so it is asked about. */
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
