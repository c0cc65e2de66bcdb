import { lazy, Suspense } from 'react'
import type { RideDetail } from '@samtur/contract/rides'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import type { WaitButtonProps } from '../rides/waiting-parts.ts'
import { useRideDialog } from './ride-dialog.tsx'

const loadDialog = async () => (await import('./join-dialog.tsx')).JoinDialog

// Only members wait.
const WaitingNotice = lazy(() => import('./waiting-notice.tsx'))

/** Opens the dialog of the waiting list; who is signed out signs in first. */
export function WaitButton({ ride, atOnce, ...look }: WaitButtonProps) {
  const t = useT()
  const { button, press, dialog } = useRideDialog({
    ride,
    atOnce,
    load: loadDialog,
    logInText: t('requests.login_to_wait'),
  })
  return (
    <>
      <Button {...look} {...button} onClick={press} icon="people" variant="quiet">
        {t('requests.join')}
      </Button>
      {dialog}
    </>
  )
}

/** For the slots that the feature `rides` leaves for them. */
export const waitingParts = {
  button: (props: WaitButtonProps) => <WaitButton {...props} />,
  notice: (props: { ride: RideDetail }) => (
    <Suspense fallback={<div className="mb-5 h-34" />}>
      <WaitingNotice {...props} />
    </Suspense>
  ),
}
