import { useT } from '#lib/i18n'
import { UnreadDot } from '#ui/unread-dot'
import { useUnreadOfTrips } from './queries.ts'

/** A red dot while there is something unread about the person's own rides and reservations. */
export function TripMark({ className }: { className: string }) {
  const t = useT()
  return useUnreadOfTrips() > 0 && <UnreadDot label={t('nav.trips_news')} className={`absolute ${className}`} />
}
