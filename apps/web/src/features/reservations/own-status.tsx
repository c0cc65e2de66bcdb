import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { Icon } from '#ui/icon'
import { useActiveReservation } from './queries.ts'
import { ReservationStatus } from './reservation-status.tsx'

interface OwnStatusProps {
  rideId: string
  /** Called before the first paint with whether the reader has an active reservation on this ride. */
  onKnown: (reserved: boolean) => void
}

/** Shows the status of the reader's reservation in place of the button, as a link to it. */
export function OwnStatus({ rideId, onKnown }: OwnStatusProps) {
  const t = useT()
  const link = useRef<HTMLAnchorElement>(null)
  const status = useActiveReservation(rideId)?.status
  const reserved = status !== undefined
  useLayoutEffect(() => {
    // The link takes over the focus of the button that it replaces.
    if (reserved && link.current?.parentElement?.contains(document.activeElement)) link.current.focus()
    onKnown(reserved)
  }, [reserved, onKnown])
  if (!status) return null
  return (
    <Link
      ref={link}
      to={`${paths.myRides}?tab=reservations`}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-sm text-link"
    >
      <ReservationStatus status={status} />
      <span className="sr-only"> {t('reservations.my_reservations')}</span>
      <Icon name="arrow-end" size={18} />
    </Link>
  )
}
