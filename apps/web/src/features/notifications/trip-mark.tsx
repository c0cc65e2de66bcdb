import { useT } from '#lib/i18n'
import { UnreadDot } from '#ui/unread-dot'
import { useTripsNews } from './seen-trips.ts'

/** A red dot while there is something unread about the person's own rides and reservations, until /my-rides has shown them. */
export function TripMark({ className }: { className: string }) {
  const t = useT()
  return useTripsNews() && <UnreadDot label={t('nav.trips_news')} className={`absolute ${className}`} />
}
