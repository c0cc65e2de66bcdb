// Apart from public.tsx, so that the first view of a visit does not load it.
import { lazy, Suspense } from 'react'
import { paths } from '@samtur/contract/paths'
import type { RideDetail } from '@samtur/contract/rides'
import { translate, useT } from '#lib/i18n'
import { useMoment } from '#lib/moment'
import { useLocation, useNavigate } from 'react-router'
import { useNow } from '#lib/use-now'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { ArrowLink } from '#ui/link'
import { useToast } from '#ui/toast'
import type { WaitButtonProps } from '../rides/waiting-parts.ts'
import { useLateDialog } from './late-dialog.tsx'
import { LeaveButton } from './leave-button.tsx'
import { useLiveLists } from './queries.ts'
import { isOffer } from './waiting.ts'
import { useWaitingEntry } from './waiting-queries.ts'

const loadDialog = async () => (await import('./join-dialog.tsx')).JoinDialog

// When the file cannot be loaded, the link to the offer is left.
const TakeButton = lazy(() =>
  import('./take-button.tsx').then(
    ({ TakeButton: loaded }) => ({ default: loaded }),
    () => ({ default: () => null }),
  ),
)

/** Opens the dialog of the waiting list; who is signed out signs in first. */
export function WaitButton({ ride, atOnce, ...look }: WaitButtonProps) {
  const t = useT()
  const toast = useToast()
  const here = useLocation()
  const navigate = useNavigate()
  const askToLogIn = async () => {
    const { logInFirst } = await import('./log-in-first.ts')
    const words = translate()
    toast(logInFirst(words, ride, here, navigate, words('requests.login_to_wait')))
  }
  const { button, press, dialog } = useLateDialog({ ride, atOnce, load: loadDialog, askToLogIn })
  return (
    <>
      <Button {...look} {...button} onClick={press} icon="people" variant="quiet">
        {t('requests.join')}
      </Button>
      {dialog}
    </>
  )
}

/** Says which place the reader has on the ride's waiting list, or until when seats are held, and takes them. */
export function WaitingNotice({ ride }: { ride: RideDetail }) {
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

/** For the slots that the feature `rides` leaves for them. */
export const waitingParts = {
  button: (props: WaitButtonProps) => <WaitButton {...props} />,
  notice: (props: { ride: RideDetail }) => <WaitingNotice {...props} />,
}
