import { Suspense } from 'react'
import { paths } from '@samtur/contract/paths'
import type { RideDetail } from '@samtur/contract/rides'
import { useT } from '#lib/i18n'
import { useMoment } from '#lib/moment'
import { optionalPart } from '#lib/optional-part'
import { useNow } from '#lib/use-now'
import { Alert } from '#ui/alert'
import { ArrowLink } from '#ui/link'
import { LeaveButton } from './leave-button.tsx'
import { useLiveLists } from './queries.ts'
import { isOffer } from './waiting.ts'
import { useWaitingEntry } from './waiting-queries.ts'

// When the file cannot be loaded, the link to the offer is left.
const TakeButton = optionalPart(async () => (await import('./take-button.tsx')).TakeButton)

/** Says which place the reader has on the ride's waiting list, or until when seats are held, and takes them. */
export default function WaitingNotice({ ride }: { ride: RideDetail }) {
  useLiveLists()
  const t = useT()
  const moment = useMoment()
  const now = useNow()
  const entry = useWaitingEntry(ride.id)
  const { state = 'waiting', offer_until: until = null } = ride.waiting ?? {}
  const { start_location: from, end_location: to } = ride.section
  if (state === 'offered' && until) {
    const count = entry?.seats_requested ?? 1
    return (
      <Alert
        tone="success"
        icon="bell"
        live
        className="mb-5"
        title={t('requests.offer_title', { count, time: moment(until, now) })}
        action={<ArrowLink to={paths.reservations}>{t('requests.to_offer')}</ArrowLink>}
      >
        {entry && isOffer(entry) && !entry.driver_unavailable && (
          <div className="mt-2 flex flex-col gap-2">
            {!entry.instant && <p>{t('requests.ask_text')}</p>}
            <Suspense>
              <TakeButton entry={entry} />
            </Suspense>
          </div>
        )}
      </Alert>
    )
  }
  const place = entry?.place_in_line
  return (
    <Alert
      tone="info"
      icon="people"
      live
      className="mb-5"
      title={place ? t('requests.place', { place: String(place) }) : t('requests.joined_title')}
      action={<LeaveButton rideId={ride.id} of={`${from} – ${to}`} variant="quiet" />}
    >
      {t('requests.place_text')}
    </Alert>
  )
}
