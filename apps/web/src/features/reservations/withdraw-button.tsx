import { useState } from 'react'
import type { OwnReservation } from '@samtur/contract/reservations'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { Button, type ButtonVariant } from '#ui/button'
import { focusEntry } from './endless-list.tsx'
import { useWithdraw } from './queries.ts'
import { ReasonDialog } from './reason-dialog.tsx'

interface WithdrawButtonProps {
  reservation: OwnReservation
  variant?: ButtonVariant
  className?: string
}

/** Withdraws a request or gives back the seats, after a dialog that says what follows. */
export function WithdrawButton({ reservation, variant = 'ghost', className }: WithdrawButtonProps) {
  const t = useT()
  const [opening, setOpening] = useState(0)
  const [open, setOpen] = useState(false)
  const { start, busy } = useWithdrawing(reservation, () => setOpen(false))
  const { status, ride } = reservation
  const accepted = status === 'accepted'
  const label = t(accepted ? 'reservations.give_back' : 'reservations.withdraw')
  const { start_location: from, end_location: to } = ride.section
  return (
    <>
      <Button
        size="sm"
        variant={variant}
        className={className}
        onClick={() => {
          setOpening((count) => count + 1)
          setOpen(true)
        }}
      >
        <span>
          {label} <span className="sr-only">{t('reservations.section', { from, to })}</span>
        </span>
      </Button>
      {opening > 0 && (
        <ReasonDialog
          key={opening}
          open={open}
          onClose={() => setOpen(false)}
          onConfirm={(reason) => void start(reason)}
          title={t(accepted ? 'reservations.give_back_title' : 'reservations.withdraw_title')}
          hint={t('reservations.reason_for_driver')}
          confirmLabel={label}
          keepLabel={t(accepted ? 'reservations.keep_seat' : 'reservations.keep_request')}
          busy={busy}
        >
          <p>{t('reservations.section', { from, to })}</p>
          <p>{t(accepted ? 'reservations.give_back_text' : 'reservations.withdraw_text')}</p>
        </ReasonDialog>
      )}
    </>
  )
}

function useWithdrawing({ id, status }: OwnReservation, onDone: () => void) {
  const t = useT()
  const { mutateAsync: withdraw } = useWithdraw()
  return useAction({
    toastKey: id,
    run: (reason: string) => withdraw({ id, reason }),
    success: () => ({ title: t(status === 'accepted' ? 'reservations.given_back' : 'reservations.withdrawn') }),
    onDone: () => {
      onDone()
      // The pressed button is gone.
      focusEntry(id)
    },
    failure: t('reservations.update_failed'),
  })
}
