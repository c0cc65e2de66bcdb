import { useState } from 'react'
import type { RideReservation } from '@samtur/contract/reservations'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { isLate } from './model.ts'
import type { Answer, Said } from './queries.ts'
import { ReasonDialog } from './reason-dialog.tsx'

interface RemoveButtonProps {
  request: RideReservation
  now: number
  answering?: Answer
  onAnswer: (answer: Answer, said?: Said) => void
  name: string
}

/** Removes an accepted passenger from the ride after a dialog with the reason, which is sent to the passenger. */
export function RemoveButton({ request, now, answering, onAnswer, name }: RemoveButtonProps) {
  const t = useT()
  const [opening, setOpening] = useState(0)
  const [open, setOpen] = useState(false)
  const { seats_requested: count, section } = request
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        busy={answering === 'remove'}
        onClick={() => {
          setOpening((times) => times + 1)
          setOpen(true)
        }}
      >
        <span>
          {t('reservations.remove')} <span className="sr-only">{name}</span>
        </span>
      </Button>
      {opening > 0 && (
        <ReasonDialog
          key={opening}
          required
          open={open}
          onClose={() => setOpen(false)}
          onConfirm={(reason) => {
            setOpen(false)
            onAnswer('remove', { reason })
          }}
          title={t('reservations.remove_title', { name })}
          hint={t('reservations.reason_for', { name })}
          confirmLabel={t('reservations.remove')}
          keepLabel={t('reservations.keep_passenger')}
        >
          <p>{t('reservations.remove_text', { count, name })}</p>
          {isLate(section.departure_time, now) && <p>{t('reservations.remove_late')}</p>}
        </ReasonDialog>
      )}
    </>
  )
}
