import { Link } from 'react-router'
import { ridePath } from '@samtur/contract/paths'
import type { TodayTrip } from '@samtur/contract/travel'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { useFromNow } from '#lib/relative'
import { useNow } from '#lib/use-now'
import { Card } from '#ui/card'
import { buttonClass } from '#ui/button'
import { Icon } from '#ui/icon'
import { geoLink } from '../meeting-points/model.ts'
import { useFacilities, useKindText } from '../meeting-points/point-text.ts'

/** When it leaves, from where, and how long that is from now; leads to the ride's page. */
export function DayHead({ trip: { ride_id, start, end } }: { trip: TodayTrip }) {
  const t = useT()
  const format = useFormat()
  const fromNow = useFromNow()
  const now = useNow()
  return (
    <Link
      to={ridePath(ride_id)}
      className="flex min-h-24 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card border border-transparent bg-brand px-4 py-2 text-on-brand no-underline"
    >
      <span className="min-w-0">
        <time dateTime={start.at} className="block font-heading text-4xl leading-12 tabular">
          {format.time(start.at)}
        </time>
        <span className="block text-lg leading-6 font-semibold wrap-anywhere">
          {t('travel.from_place', { place: start.text })}
        </span>
      </span>
      <span className="ms-auto min-w-0 text-end">
        <span className="block text-xl leading-7 font-semibold">{fromNow(Date.parse(start.at) - now)}</span>
        <span className="block leading-6 wrap-anywhere">
          <span className="sr-only">{t('travel.to')} </span>
          <bdi>{end.text}</bdi> <time dateTime={end.at}>{format.time(end.at)}</time>
        </span>
        <span className="block text-sm empty:hidden">{format.zone(start.at)}</span>
      </span>
    </Link>
  )
}

/** A button of 60 × 60 px with its word below the icon. */
export const squareClass = buttonClass({
  variant: 'quiet',
  className: 'min-h-15! min-w-15 flex-col gap-0.5! px-1.5! py-1!',
})

/** Where the reader gets in, with a link to the device's own map. */
export function PointCard({ trip: { start } }: { trip: TodayTrip }) {
  const t = useT()
  const kindText = useKindText()
  const facilities = useFacilities()
  const { point, text, lat, lon } = start
  return (
    <Card padding="none" className="flex min-h-18 flex-wrap items-center gap-3 py-1.5 ps-4 pe-3.5">
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-lg leading-6 font-semibold wrap-anywhere">
          <span className="sr-only">{t('points.point')} </span>
          <bdi>{point?.name ?? text}</bdi>
        </p>
        <p className="line-clamp-2 leading-5.5 text-soft">
          {point ? [kindText(point.kind), ...facilities(point)].join(' · ') : t('points.by_agreement')}
        </p>
      </div>
      <a href={geoLink(point ?? { name: text, lat, lon }, text)} className={squareClass}>
        <Icon name="pin" size={22} />
        {t('travel.map')} <bdi className="sr-only">{point?.name ?? text}</bdi>
      </a>
    </Card>
  )
}
