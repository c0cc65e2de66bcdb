import { Link } from 'react-router'
import { paths } from '@samtur/contract/paths'
import type { OwnReservation, OwnRide } from '@samtur/contract/reservations'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Icon } from '#ui/icon'
import { departureToday } from './model.ts'

interface TodayBannerProps {
  reservations: readonly OwnReservation[] | undefined
  rides?: readonly OwnRide[] | undefined
  now: number
}

/** Leads to the screen for the day of travel while one of the trips is on it. */
export function TodayBanner({ reservations = [], rides = [], now }: TodayBannerProps) {
  const t = useT()
  const { time } = useFormat()
  const departure = departureToday(reservations, rides, now)
  if (!departure) return null
  return (
    <Link
      to={paths.today}
      className="mb-4 flex min-h-12 items-center gap-2.5 rounded-card bg-brand-tint px-3 py-2 font-semibold text-on-tint no-underline hover:underline"
    >
      <Icon name="car" />
      <span className="min-w-0 flex-1">{t('reservations.today', { time: time(departure) })}</span>
      {t('reservations.open_today')}
      <Icon name="chevron-end" size={18} />
    </Link>
  )
}
