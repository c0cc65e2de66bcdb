import { lazy, Suspense, useState } from 'react'
import { useNavigate } from '#lib/router'
import type { Ride } from '@samtur/contract/rides'
import { needCatalogues, translate, useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Button } from '#ui/button'
import { useToast } from '#ui/toast'
import type { ReserveButtonProps } from '../rides/public.tsx'
import { givesSeatAtOnce } from '../rides/public-seat.ts'
import { useLateDialog } from './late-dialog.tsx'

const texts = () => needCatalogues(['conflicts', 'detours', 'fields', 'points', 'requests', 'reservations'])

async function loadDialog() {
  const [{ ReservationDialog }] = await Promise.all([import('./reservation-dialog.tsx'), texts()])
  return ReservationDialog
}

// Only signed-in people can have a reservation. When the file cannot be loaded, the button is shown instead.
const OwnStatus = lazy(() =>
  Promise.all([import('./own-status.tsx'), texts()]).then(
    ([{ OwnStatus: loaded }]) => ({ default: loaded }),
    () => ({ default: () => null }),
  ),
)

export function ReserveButton({ ride, label, inList, atOnce, ...look }: ReserveButtonProps) {
  const t = useT()
  const { status, me } = useSession()
  const askToLogIn = useAskToLogIn(ride)
  const { button, open, dialog } = useLateDialog({ ride, atOnce, load: loadDialog, askToLogIn })
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
        <Button {...look} {...button}>
          {label ?? t(givesSeatAtOnce(ride, me) ? 'rides.take_now' : 'rides.reserve')}
        </Button>
      )}
      {dialog}
    </>
  )
}

/** For the slot that the feature `rides` leaves for it. */
export const renderReserveButton = (props: ReserveButtonProps) => <ReserveButton {...props} />

const isFree = ({ section, status }: Ride) => section.available_seats > 0 && status === 'active'

function useAskToLogIn(ride: Ride) {
  const toast = useToast()
  const navigate = useNavigate()
  return async () => {
    const [{ logInFirst }] = await Promise.all([import('./log-in-first.ts'), texts()])
    toast(logInFirst(translate(), ride, navigate))
  }
}
