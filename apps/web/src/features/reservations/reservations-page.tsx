import { useT } from '#lib/i18n'
import { useNow } from '#lib/use-now'
import { Page, PageHeader } from '#ui/page'
import { useLiveLists, useMyReservations } from './queries.ts'
import { ReservationLists } from './reservation-lists.tsx'
import { TodayBanner } from './today-banner.tsx'

/** The passenger's reservations: the next trip, then the newest first; what is over stands apart. */
export function ReservationsPage() {
  const t = useT()
  const query = useMyReservations()
  const now = useNow()
  useLiveLists()
  return (
    <Page className="max-sm:pt-4">
      <PageHeader title={t('reservations.my_reservations')} />
      <TodayBanner reservations={query.data} now={now} />
      <ReservationLists query={query} now={now} newestFirst />
    </Page>
  )
}
