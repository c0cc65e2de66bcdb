import type { ReactNode } from 'react'
import { reservePath } from '@samtur/contract/paths'
import type { Ride } from '@samtur/contract/rides'
import { partPath } from '../rides/detours.ts'

/** The page of a ride with the dialog open in which a seat is asked for. */
export const addressToReserve = (ride: Ride) =>
  ride.detour ? `${partPath(ride)}&reserve=1` : reservePath(ride.id, ride.section.whole ? undefined : ride.section)

interface ReserveFormProps {
  ride: Ride
  onPress: () => void
  className?: string
  /** The button, of the type `submit`. */
  children: ReactNode
}

/** Runs `onPress` when its button is pressed, and before the scripts run leads to the page of the ride with the dialog open. */
export function ReserveForm({ ride, onPress, className = '', children }: ReserveFormProps) {
  const { pathname, searchParams } = new URL(addressToReserve(ride), 'http://here')
  return (
    <form
      action={pathname}
      className={`flex ${className}`}
      onSubmit={(event) => {
        event.preventDefault()
        onPress()
      }}
    >
      {[...searchParams].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}
