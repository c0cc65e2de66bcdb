import { useFormat } from '#lib/format'
import { useLanguage, useT } from '#lib/i18n'
import { usePageTitle } from '../app/page-title.ts'
import { waitingParts } from '../features/reservations/public-waiting.tsx'
import { renderReserveButton } from '../features/reservations/public.tsx'
import { ReserveContext } from '../features/rides/reserve-button.ts'
import { isUnknown, RideScreen, useRideOfAddress } from '../features/rides/ride-screen.tsx'
import { WaitingContext } from '../features/rides/waiting-parts.ts'

export default function RideRoute() {
  const t = useT()
  const format = useFormat()
  const { dir } = useLanguage()
  const { query, part } = useRideOfAddress()
  const { data: ride, error } = query
  const name =
    ride &&
    [`${ride.section.start_location} – ${ride.section.end_location}`, format.date(ride.section.departure_time)].join(
      dir === 'rtl' ? '، ' : ', ',
    )
  const problem = error ? t(isUnknown(error) ? 'ride.not_found_title' : 'ride.load_ride_failed') : undefined
  usePageTitle(name ?? problem)
  return (
    <ReserveContext value={renderReserveButton}>
      <WaitingContext value={waitingParts}>
        <RideScreen query={query} part={part} />
      </WaitingContext>
    </ReserveContext>
  )
}
