import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '@samtur/contract/paths'
import type { OwnReservation, OwnRide } from '@samtur/contract/reservations'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { osloDay } from '#lib/oslo-time'
import { Icon } from '#ui/icon'
import { departureToday } from './model.ts'

interface TodayBannerProps {
  reservations?: readonly OwnReservation[] | undefined
  rides?: readonly OwnRide[] | undefined
  now: number
  /** A list that may have a trip today is still missing: its line gets the place that it needs. */
  pending?: boolean
}

/** Leads to the screen for the day of travel while one of the trips is on it. */
export function TodayBanner({ reservations = [], rides = [], now, pending = false }: TodayBannerProps) {
  const t = useT()
  const { time, weekday } = useFormat()
  // The place stays where there is no trip after all, because what stands below it is read by then.
  const [kept] = useState(pending)
  const departure = departureToday(reservations, rides, now)
  if (!departure) return kept && <div className="mb-4 h-12" />
  const isToday = osloDay(Date.parse(departure)) === osloDay(now)
  return (
    <Link
      to={paths.today}
      className="mb-4 flex min-h-12 items-center gap-2.5 rounded-card bg-brand-tint px-3 py-2 font-semibold text-on-tint no-underline hover:underline"
    >
      <Icon name="car" />
      <span className="min-w-0 flex-1">
        {isToday
          ? t('reservations.today', { time: time(departure) })
          : t('reservations.today_on', { time: `${weekday(departure)} ${time(departure)}` })}
      </span>
      {t('reservations.open_today')}
      <Icon name="chevron-end" size={18} />
    </Link>
  )
}
