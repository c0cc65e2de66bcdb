import type { ReservationStatus as Status } from '@samtur/contract/constants'
import type { MessageId } from '@samtur/i18n/translate'
import { useT } from '#lib/i18n'
import { StatusBadge } from '#ui/badge'

const words = {
  pending: 'reservations.status_pending',
  accepted: 'reservations.status_accepted',
  rejected: 'reservations.status_rejected',
  cancelled: 'reservations.status_cancelled',
} as const satisfies Record<Status, MessageId>

export function ReservationStatus({ status }: { status: Status }) {
  const t = useT()
  return <StatusBadge status={status}>{t(words[status])}</StatusBadge>
}
