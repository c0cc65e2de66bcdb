import { ApiError } from '#lib/api'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { ConfirmDialog } from '#ui/dialog'

/** Another trip of the driver at the same time. */
export interface OtherTrip {
  from: string
  to: string
  departure_time: string
}

/** What the server says of the other trip; undefined where it says something else. */
export function otherTripOf(error: unknown): OtherTrip | undefined {
  if (!(error instanceof ApiError) || error.code !== 'overlapping_ride') return undefined
  const text = (name: string) => {
    const value = error.params?.[name]
    return typeof value === 'string' ? value : ''
  }
  return { from: text('from'), to: text('to'), departure_time: text('departure_time') }
}

interface OverlapDialogProps {
  trip: OtherTrip
  confirmLabel: string
  onConfirm: () => void
  onClose: () => void
}

/** Warns of another trip at the same time; who can manage both goes on. */
export function OverlapDialog({ trip, confirmLabel, onConfirm, onClose }: OverlapDialogProps) {
  const t = useT()
  const format = useFormat()
  const { from, to, departure_time } = trip
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={onConfirm}
      title={t('publish.overlap_title')}
      confirmLabel={confirmLabel}
      cancelLabel={t('core.back')}
      closeLabel={t('core.close')}
    >
      <p className="font-semibold wrap-anywhere">{t('publish.overlap_trip', { from, to })}</p>
      {departure_time && <p>{format.dateTime(departure_time)}</p>}
      <p className="mt-2">{t('publish.overlap_text')}</p>
    </ConfirmDialog>
  )
}
