import { signInPath } from '@samtur/contract/paths'
import type { Ride } from '@samtur/contract/rides'
import type { Translate } from '@samtur/i18n/translate'
import type { Location, NavigateFunction } from 'react-router'
import type { SignInState } from '#lib/session'
import { signInToast, type ToastMessage } from '#ui/toast'
import { addressToReserve } from './reserve-form.tsx'

/**
 * For a visitor who wants a seat or a place on the waiting list; leads back to the ride, with the dialog open. So do the other ways of signing in
 * from this page, which read it from the page's entry in the history.
 */
export function logInFirst(
  t: Translate,
  ride: Ride,
  here: Location,
  navigate: NavigateFunction,
  text = t('reservations.login_to_reserve'),
): ToastMessage {
  const next = addressToReserve(ride)
  void navigate(here, { replace: true, state: { signInNext: next } satisfies SignInState })
  return {
    tone: 'error',
    key: signInToast,
    title: t('core.error_title'),
    text,
    action: {
      label: t('core.log_in'),
      onSelect: () => void navigate(signInPath(next)),
    },
  }
}
