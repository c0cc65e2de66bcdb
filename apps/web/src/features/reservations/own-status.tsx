import { useLayoutEffect, useRef } from 'react'
import { Link } from '#lib/router'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { Icon } from '#ui/icon'
import { useActiveReservation } from './queries.ts'
import { ReservationStatus } from './reservation-status.tsx'

interface OwnStatusProps {
  rideId: string
  /** Whether the reader has asked for this ride; told before anything is painted. */
  onKnown: (asked: boolean) => void
}

/** What became of the reader's request, where the button to ask stood; leads to it. */
export function OwnStatus({ rideId, onKnown }: OwnStatusProps) {
  const t = useT()
  const link = useRef<HTMLAnchorElement>(null)
  const status = useActiveReservation(rideId)?.status
  const asked = status !== undefined
  useLayoutEffect(() => {
    // The button goes away: the focus it had goes on to what stands in its place.
    if (asked && link.current?.parentElement?.contains(document.activeElement)) link.current.focus()
    onKnown(asked)
  }, [asked, onKnown])
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
