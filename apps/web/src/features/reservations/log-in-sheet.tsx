import { signInPath, signUpPath } from '@samtur/contract/paths'
import type { Ride } from '@samtur/contract/rides'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { ButtonLink } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { addressToReserve } from './reserve-form.tsx'

interface LogInSheetProps {
  ride: Ride
  open: boolean
  onClose: () => void
  /** It is about a seat, which nobody holds yet; otherwise about the waiting list. */
  aboutSeat: boolean
}

/** Leads on a visitor who wants a seat: which ride it is about, and the two ways to sign in, which lead back to the dialog. */
export function LogInSheet({ ride, open, onClose, aboutSeat }: LogInSheetProps) {
  const t = useT()
  const format = useFormat()
  const { section, currency, detour } = ride
  const next = addressToReserve(ride)
  const at = section.departure_time
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('rides.from_to', { from: section.start_location, to: section.end_location })}
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
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <time dateTime={at}>
          {detour ? `${format.date(at)} ${t('rides.circa')} ${format.zonedTime(at)}` : format.dateTime(at)}
        </time>
        <bdi className="font-heading text-xl tabular">{format.price(section.price, currency).text}</bdi>
      </p>
      {aboutSeat && <p className="mt-2 text-soft">{t('reservations.not_held')}</p>}
    </Dialog>
  )
}
