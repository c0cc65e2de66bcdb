import { paths } from '@samtur/contract/paths'
import type { OwnReservation, OwnRide } from '@samtur/contract/reservations'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { ButtonLink } from '#ui/button'
import { hasTripToday } from './model.ts'

interface TodayBannerProps {
  reservations: readonly OwnReservation[] | undefined
  rides?: readonly OwnRide[] | undefined
  now: number
}

/** Leads to the screen for the day of travel while one of the trips is on it. */
export function TodayBanner({ reservations = [], rides = [], now }: TodayBannerProps) {
  const t = useT()
  if (!hasTripToday(reservations, rides, now)) return null
  return (
    <Alert
      tone="success"
      icon="car"
      title={t('reservations.today')}
      className="mb-5"
      action={<ButtonLink to={paths.today}>{t('reservations.open_today')}</ButtonLink>}
    />
  )
}
