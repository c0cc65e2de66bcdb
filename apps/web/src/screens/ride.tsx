import { waitingParts } from '../features/reservations/waiting-parts.tsx'
import { renderReserveButton } from '../features/reservations/reserve-button.tsx'
import { ReserveContext } from '../features/rides/reserve-button.ts'
import { RideScreen } from '../features/rides/ride-screen.tsx'
import { WaitingContext } from '../features/rides/waiting-parts.ts'

export default function RideRoute() {
  return (
    <ReserveContext value={renderReserveButton}>
      <WaitingContext value={waitingParts}>
        <RideScreen />
      </WaitingContext>
    </ReserveContext>
  )
}
