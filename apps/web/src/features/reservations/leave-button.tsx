import { useState } from 'react'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { Button, type ButtonVariant } from '#ui/button'
import { ConfirmDialog } from '#ui/dialog'
import { useLeave } from './waiting-queries.ts'

interface LeaveButtonProps {
  rideId: string
  /** Of what the button is, for screen readers. */
  of: string
  /** Seats are held, and go to the next person. */
  offered?: boolean
  variant?: ButtonVariant
  wide?: boolean
  className?: string
}

/** Leaves a waiting list, after a dialog that says what follows. */
export function LeaveButton({ rideId, of, offered = false, variant = 'ghost', wide, className }: LeaveButtonProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const { mutateAsync: leave } = useLeave()
  const { start, busy } = useAction({
    toastKey: `waiting-${rideId}`,
    run: () => leave(rideId),
    success: () => ({ title: t('requests.left_list') }),
    onDone: () => setOpen(false),
    onError: () => setOpen(false),
    failure: t('requests.leave_failed'),
  })
  const label = t(offered ? 'requests.pass_on' : 'requests.leave')
  return (
    <>
      <Button
        size={wide ? undefined : 'sm'}
        variant={variant}
        wide={wide}
        className={className}
        onClick={() => setOpen(true)}
      >
        <span>
          {label} <span className="sr-only">{of}</span>
        </span>
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => void start(undefined)}
        title={t(offered ? 'requests.pass_on_title' : 'requests.leave_title')}
        confirmLabel={label}
        cancelLabel={t(offered ? 'requests.keep_offer' : 'requests.stay')}
        closeLabel={t('core.close')}
        variant="danger"
        busy={busy}
      >
        <p>{t(offered ? 'requests.pass_on_text' : 'requests.leave_text')}</p>
      </ConfirmDialog>
    </>
  )
}
