import type { ReservationEnding, ReservationStatus as Status } from '@samtur/contract/constants'
import type { MessageId } from '@samtur/i18n/translate'
import { useT } from '#lib/i18n'
import { StatusBadge } from '#ui/status-badge'
import type { IconName } from '#ui/icon'

const words = {
  pending: 'reservations.status_pending',
  accepted: 'reservations.status_accepted',
  rejected: 'reservations.status_rejected',
  cancelled: 'reservations.status_cancelled',
} as const satisfies Record<Status, MessageId>

/** Words for how a reservation ended, in place of the general one. A block has none, so that it stays hidden. */
const endings = {
  driver: undefined,
  passenger: { word: 'reservations.status_withdrawn', icon: 'arrow-start' },
  ride_cancelled: { word: 'reservations.ride_cancelled', icon: 'block' },
  route_changed: { word: 'reservations.status_route_changed', icon: 'route' },
  expired: { word: 'reservations.status_expired', icon: 'clock' },
  block: undefined,
  removed: { word: 'reservations.status_removed', icon: 'block' },
} as const satisfies Record<ReservationEnding, { word: MessageId; icon: IconName } | undefined>

interface ReservationStatusProps {
  status: Status
  endedBy?: ReservationEnding | null
}

export function ReservationStatus({ status, endedBy }: ReservationStatusProps) {
  const t = useT()
  const ending = endedBy ? endings[endedBy] : undefined
  if (ending) {
    return (
      <StatusBadge status="cancelled" icon={ending.icon}>
        {t(ending.word)}
      </StatusBadge>
    )
  }
  return <StatusBadge status={status}>{t(words[status])}</StatusBadge>
}
