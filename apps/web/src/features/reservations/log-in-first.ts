import type { Ride } from '@samtur/contract/rides'
import type { Translate } from '@samtur/i18n/translate'
import type { Location, NavigateFunction } from 'react-router'
import type { SignInState } from '#lib/session'
import { signInToast, type ToastMessage } from '#ui/toast'
import { LogInSheet } from './log-in-sheet.tsx'
import { addressToReserve } from './reserve-form.tsx'

/**
 * For a visitor who wants a seat or a place on the waiting list: the toast that says what is missing. Beside the sheet, the other ways of signing
 * in from this page lead back to the ride with the dialog open; they read it from the page's entry in the history.
 */
function logInFirst(
  t: Translate,
  ride: Ride,
  here: Location,
  navigate: NavigateFunction,
  text = t('reservations.login_to_reserve'),
): ToastMessage {
  void navigate(here, { replace: true, state: { signInNext: addressToReserve(ride) } satisfies SignInState })
  return { tone: 'error', key: signInToast, title: t('core.error_title'), text }
}

export const logIn = { first: logInFirst, Sheet: LogInSheet }
