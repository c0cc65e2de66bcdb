import { useRef } from 'react'
import type { AgreedTrip, OwnReservation } from '@samtur/contract/reservations'
import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { useToast } from '#ui/toast'
import { ChangeList } from './change-list.tsx'
import { focusEntry } from './endless-list.tsx'
import { changesOf } from './model.ts'
import { useConfirmChange } from './queries.ts'
import { WithdrawButton } from './withdraw-button.tsx'

interface ChangeBlockProps {
  reservation: OwnReservation
  change: AgreedTrip
}

/** The trip is another one than was agreed on: coming along all the same, or not. */
export function ChangeBlock({ reservation, change }: ChangeBlockProps) {
  const t = useT()
  const { ride } = reservation
  const { confirm, busy } = useConfirming(reservation)
  const { start_location: from, end_location: to } = ride.section
  const actions = (
    <>
      <Button size="sm" icon="check" busy={busy} onClick={() => void confirm()}>
        <span>
          {t('reservations.confirm_change')} <span className="sr-only">{t('reservations.section', { from, to })}</span>
        </span>
      </Button>
      <WithdrawButton reservation={reservation} variant="quiet" />
    </>
  )
  return (
    <Alert tone="warning" title={t('reservations.changed_title')} action={actions} className="relative z-1">
      <p className="mb-2">{t('reservations.changed_text')}</p>
      <ChangeList changes={changesOf(change, ride.section)} currency={ride.currency} />
    </Alert>
  )
}

function useConfirming({ id, ride }: OwnReservation) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const { mutateAsync, isPending } = useConfirmChange()
  const busy = useRef(false)
  const confirm = async () => {
    if (busy.current) return
    busy.current = true
    try {
      await mutateAsync({ id, version: ride.version })
      toast({ title: t('reservations.confirmed_toast'), tone: 'success', key: id })
      requestAnimationFrame(() => focusEntry(id))
    } catch (error) {
      // The list has been loaded anew: the newest state stands there, and is asked about again.
      const again = error instanceof ApiError && error.code === 'ride_changed'
      const title = t(again ? 'reservations.changed_title' : 'core.error_title')
      const text = t(again ? 'reservations.changed_again' : 'reservations.update_failed')
      toast({ title, text, detail: again ? undefined : errorText(error), tone: 'error', key: id })
    } finally {
      busy.current = false
    }
  }
  return { confirm, busy: isPending }
}
