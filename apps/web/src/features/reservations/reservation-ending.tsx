import type { ReservationEnding as Ending } from '@samtur/contract/constants'
import { useT } from '#lib/i18n'

interface ReservationEndingProps {
  endedBy: Ending | null
  reason: string | null
  /** Who reads it. */
  reader: 'passenger' | 'driver'
}

const forPassenger = {
  driver: 'reservations.ended_by_driver',
  passenger: 'reservations.ended_by_you',
  ride_cancelled: 'reservations.ended_by_cancellation',
  route_changed: 'reservations.ended_by_route',
  expired: 'reservations.ended_by_time',
  removed: 'reservations.ended_by_removal',
} as const

const forDriver = {
  driver: undefined,
  passenger: 'reservations.ended_by_passenger',
  ride_cancelled: undefined,
  route_changed: 'reservations.ended_by_your_route',
  expired: 'reservations.ended_unanswered',
  removed: 'reservations.ended_by_your_removal',
} as const

/** Says how the reservation ended, and the reason that was given. Shows nothing after a block. */
export function ReservationEnding({ endedBy, reason, reader }: ReservationEndingProps) {
  const t = useT()
  if (!endedBy || endedBy === 'block') return null
  const id = (reader === 'passenger' ? forPassenger : forDriver)[endedBy]
  if (!id && !reason) return null
  return (
    <div className="relative z-1 flex flex-col gap-1 text-soft">
      {id && <p>{t(id)}</p>}
      {reason && (
        <blockquote
          dir="auto"
          className="max-w-text border-s-3 border-edge ps-3 whitespace-pre-line text-text wrap-anywhere"
        >
          <span className="sr-only">{t('reservations.reason')}: </span>
          {reason}
        </blockquote>
      )}
    </div>
  )
}
