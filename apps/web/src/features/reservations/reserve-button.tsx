import { Suspense, useState } from 'react'
import type { Ride } from '@samtur/contract/rides'
import { useT } from '#lib/i18n'
import { optionalPart } from '#lib/optional-part'
import { useSession } from '#lib/session'
import { Button } from '#ui/button'
import type { ReserveButtonProps } from '../rides/reserve-button.ts'
import { givesSeatAtOnce } from '../rides/model.ts'
import { ReserveForm } from './reserve-form.tsx'
import { useRideDialog } from './ride-dialog.tsx'

const loadDialog = async () => (await import('./reservation-dialog.tsx')).ReservationDialog

// Only signed-in people can have a reservation. When the file cannot be loaded, the button is shown instead.
const OwnStatus = optionalPart(async () => (await import('./own-status.tsx')).OwnStatus)

export function ReserveButton({ ride, label, inList, atOnce, look, className, ...rest }: ReserveButtonProps) {
  const t = useT()
  const { status, me } = useSession()
  const { button, press, open, dialog } = useRideDialog({ ride, atOnce, load: loadDialog })
  const [hasOwn, setHasOwn] = useState(false)
  const lookUp = inList && status === 'signed-in'

  return (
    <>
      {/* Not below the open dialog, which returns the focus to the button first. */}
      {lookUp && !open && (
        <Suspense>
          <OwnStatus rideId={ride.id} onKnown={setHasOwn} />
        </Suspense>
      )}
      {!(lookUp && hasOwn) && (!inList || isFree(ride)) && (
        <ReserveForm ride={ride} onPress={press} className={className}>
          <Button {...rest} {...button} type="submit" className={`grow ${look === 'row' ? inRow : ''}`}>
            {label ?? t(givesSeatAtOnce(ride, me) ? 'rides.take_now' : 'rides.reserve')}
          </Button>
        </ReserveForm>
      )}
      {dialog}
    </>
  )
}

// Drawn 36 px high; what is pressed is 44 px: 5 px beyond the padding box, as the border takes one at each edge.
const inRow =
  'row:min-h-9 row:min-w-26 row:border-edge row:bg-surface row:px-2.5 row:py-0.5 row:text-sm row:leading-tight row:text-text row:hover:bg-sunk ' +
  'row:after:absolute row:after:inset-x-0 row:after:-inset-y-1.25 row:@max-md:max-w-36!'

/** For the slot that the feature `rides` leaves for it. */
export const renderReserveButton = (props: ReserveButtonProps) => <ReserveButton {...props} />

const isFree = ({ section, status }: Ride) => section.available_seats > 0 && status === 'active'
