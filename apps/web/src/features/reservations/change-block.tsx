import type { OwnReservation } from '@samtur/contract/reservations'
import { ApiError } from '#lib/api'
import { reasonBeside } from '#lib/error-text'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { ChangeList } from './change-list.tsx'
import { focusEntry } from './endless-list.tsx'
import { changesOf } from './model.ts'
import { useConfirmChange } from './queries.ts'
import { WithdrawButton } from './withdraw-button.tsx'

interface ChangeBlockProps {
  reservation: OwnReservation
  change: NonNullable<OwnReservation['change']>
}

/** Shows how the trip differs from the agreed one, and lets the passenger confirm it or withdraw. */
export function ChangeBlock({ reservation, change }: ChangeBlockProps) {
  const t = useT()
  const { ride, meeting_points: points } = reservation
  const now = { ...ride.section, start_point: points.start?.name ?? null, end_point: points.end?.name ?? null }
  const { start, busy } = useConfirming(reservation)
  const { start_location: from, end_location: to } = ride.section
  const actions = (
    <>
      <Button size="sm" icon="check" busy={busy} onClick={() => void start(undefined)}>
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
      <ChangeList changes={changesOf(change, now)} currency={ride.currency} />
    </Alert>
  )
}

function useConfirming({ id, ride }: OwnReservation) {
  const t = useT()
  const { mutateAsync: confirm } = useConfirmChange()
  return useAction({
    toastKey: id,
    run: () => confirm({ id, version: ride.version }),
    success: () => ({ title: t('reservations.confirmed_toast') }),
    onDone: () => focusEntry(id),
    failure: (error) =>
      // The list has loaded again and shows the newest state.
      error instanceof ApiError && error.code === 'ride_changed'
        ? { title: t('reservations.changed_title'), text: t('reservations.changed_again') }
        : { text: t('reservations.update_failed'), detail: reasonBeside(t, error) },
  })
}
