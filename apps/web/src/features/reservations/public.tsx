import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react'
import { useNavigate } from '#lib/router'
import type { Ride } from '@samtur/contract/rides'
import { needCatalogues, translate, useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Button } from '#ui/button'
import { useToast } from '#ui/toast'
import type { ReserveButtonProps } from '../rides/public.tsx'
import { givesSeatAtOnce } from '../rides/public-seat.ts'
import type { ReservationDialogProps } from './reservation-dialog.tsx'

const texts = () => needCatalogues(['conflicts', 'detours', 'fields', 'points', 'requests', 'reservations'])

/** Dialog and texts are fetched on the first press: most who see the button never press it. */
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
  const toast = useToast()
  const { status, me } = useSession()
  const askToLogIn = useAskToLogIn(ride)
  const [Dialog, setDialog] = useState<ComponentType<ReservationDialogProps>>()
  const [open, setOpen] = useState(false)
  const [hasOwn, setHasOwn] = useState(false)
  const [opening, setOpening] = useState(0)
  const [busy, setBusy] = useState(false)

  const lookUp = inList && status === 'signed-in'

  const press = async () => {
    setBusy(true)
    try {
      if (status === 'signed-out') return await askToLogIn()
      const loaded = await loadDialog()
      setDialog(() => loaded)
      setOpening((count) => count + 1)
      setOpen(true)
    } catch {
      toast({ title: t('core.error_title'), text: t('core.generic_error'), tone: 'error' })
    } finally {
      setBusy(false)
    }
  }

  const button = useRef<HTMLButtonElement>(null)
  const begin = useEffectEvent(() => void (button.current?.checkVisibility() && press()))
  useEffect(() => {
    if (atOnce) begin()
  }, [atOnce])

  return (
    <>
      {/* Not below the open dialog, which returns the focus to the button first. */}
      {lookUp && !open && (
        <Suspense>
          <OwnStatus rideId={ride.id} onKnown={setHasOwn} />
        </Suspense>
      )}
      {!(lookUp && hasOwn) && (!inList || isFree(ride)) && (
        <Button {...look} ref={button} busy={busy} onClick={() => void press()}>
          {label ?? t(givesSeatAtOnce(ride, me) ? 'rides.take_now' : 'rides.reserve')}
        </Button>
      )}
      {/* Each opening starts with empty fields and a new idempotency key. */}
      {Dialog && <Dialog key={opening} ride={ride} open={open} onClose={() => setOpen(false)} />}
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
    toast(logInFirst(translate(), ride, (to) => navigate(to)))
  }
}
