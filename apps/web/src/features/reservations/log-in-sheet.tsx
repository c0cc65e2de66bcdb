import { signInPath, signUpPath } from '@samtur/contract/paths'
import type { Ride } from '@samtur/contract/rides'
import type { Translate } from '@samtur/i18n/translate'
import type { Location, NavigateFunction } from 'react-router'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import type { SignInState } from '#lib/session'
import { ButtonLink } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { signInToast, type ToastMessage } from '#ui/toast'
import { addressToReserve } from './reserve-form.tsx'

/**
 * For a visitor who wants a seat or a place on the waiting list: the toast that says what is missing. Beside the sheet, the other ways of signing
 * in from this page lead back to the ride with the dialog open; they read it from the page's entry in the history.
 */
export function logInFirst(
  t: Translate,
  ride: Ride,
  here: Location,
  navigate: NavigateFunction,
  text = t('reservations.login_to_reserve'),
): ToastMessage {
  void navigate(here, { replace: true, state: { signInNext: addressToReserve(ride) } satisfies SignInState })
  return { tone: 'error', key: signInToast, title: t('core.error_title'), text }
}

interface LogInSheetProps {
  ride: Ride
  open: boolean
  onClose: () => void
  /** Replaces the title 'sign in to reserve' where the person wants something else, such as a place on the waiting list. */
  text: string | undefined
}

/** Leads on a visitor who wants a seat: which ride it is about, and the two ways to sign in, which lead back to the dialog. */
export function LogInSheet({ ride, open, onClose, text }: LogInSheetProps) {
  const t = useT()
  const format = useFormat()
  const { section, currency, detour } = ride
  const next = addressToReserve(ride)
  const at = section.departure_time
  return (
    <Dialog
      open={open}
      onClose={onClose}
      // As the toast says it, which may not be spoken while the sheet opens.
      title={text ?? t('reservations.login_to_reserve')}
      closeLabel={t('core.close')}
      size="sm"
      footer={
        <>
          <ButtonLink to={signInPath(next)} variant="quiet">
            {t('core.log_in')}
          </ButtonLink>
          <ButtonLink to={signUpPath(next)}>{t('reservations.sign_up')}</ButtonLink>
        </>
      }
    >
      <p className="font-semibold wrap-anywhere">
        {t('rides.from_to', { from: section.start_location, to: section.end_location })}
      </p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <time dateTime={at}>
          {detour ? `${format.date(at)} ${t('rides.circa')} ${format.zonedTime(at)}` : format.dateTime(at)}
        </time>
        <bdi className="font-heading text-xl tabular">{format.price(section.price, currency).text}</bdi>
      </p>
      {!text && <p className="mt-2 text-soft">{t('reservations.not_held')}</p>}
    </Dialog>
  )
}
