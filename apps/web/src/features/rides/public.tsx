import { lazy, Suspense } from 'react'
import type { ManagedRide } from './model.ts'

export { useDateFieldProps } from './date-texts.ts'
export { samePartPath, type SectionPositions } from './model.ts'
export type { ReserveButtonProps } from './reserve-button.ts'
export type { WaitButtonProps } from './waiting-parts.ts'
export { RideCard } from './ride-card.tsx'
export { moveSection } from './section-form.ts'

// Drivers alone need these, and only for a ride of their own.
const Management = lazy(async () => ({ default: (await import('./manage-ride.tsx')).RideManagement }))

/**
 * What a driver does with an own ride ahead: edit it, cancel it. Nothing once it has departed or is called off. `wide` for buttons below
 * each other that fill the column; otherwise they stand in a row, quiet, as at the foot of a card. `editing` where the link to the edit page
 * stands elsewhere, or is that page.
 */
export function RideManagement(props: { ride: ManagedRide; wide?: boolean; editing?: false }) {
  return (
    <Suspense fallback={<span className="block min-h-11" />}>
      <Management {...props} />
    </Suspense>
  )
}

/** The button alone, and its dialog. */
export const CancelRideButton = ({ ride, wide }: { ride: ManagedRide; wide?: boolean }) => (
  <RideManagement ride={ride} wide={wide} editing={false} />
)
