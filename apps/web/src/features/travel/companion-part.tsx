import { firstName } from '@samtur/contract/names'
import { chatWithPath } from '@samtur/contract/paths'
import type { Companion, TodayTrip } from '@samtur/contract/travel'
import { Link } from 'react-router'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { readablePlate } from '#lib/readable'
import { Avatar } from '#ui/avatar'
import { Card } from '#ui/card'
import { Icon } from '#ui/icon'
import { CodeForm } from './code-form.tsx'
import { squareClass } from './day-head.tsx'
import { amountOf, isDriving } from './model.ts'

interface CompanionPartProps {
  companion: Companion
  trip: TodayTrip
}

/** The other side of a reservation: how to reach them, in which car or until where, and the two codes. */
export function CompanionPart({ companion, trip }: CompanionPartProps) {
  const t = useT()
  const { person } = companion
  const name = firstName(person.full_name)
  return (
    <>
      <Card padding="none" className="px-3.5">
        <div className="flex min-h-17.5 flex-wrap items-center gap-2.5 py-1">
          <Avatar name={person.full_name} src={person.profile_picture} className="size-12!" />
          <p className="min-w-16 flex-1 text-lg leading-6 font-semibold wrap-anywhere sm:text-xl">
            <span className="sr-only">{t(isDriving(trip) ? 'travel.passenger' : 'travel.driver')} </span>
            <bdi>{name}</bdi>
          </p>
          <div className="flex flex-wrap gap-2.5">
            {person.phone && (
              <a href={`tel:${person.phone}`} aria-label={t('travel.call', { name })} className={squareClass}>
                <Icon name="phone" size={22} />
                {t('travel.call_short')}
              </a>
            )}
            <Link to={chatWithPath(person.id, trip.ride_id)} className={squareClass}>
              <Icon name="chat" size={22} />
              {t('travel.chat')}
            </Link>
          </div>
        </div>
        <div className="flex min-h-14.5 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line py-2">
          {isDriving(trip) ? <SeatLine companion={companion} start={trip.start.text} /> : <CarLine car={trip.car} />}
        </div>
      </Card>
      <CodeForm companion={companion} name={name} />
    </>
  )
}

export function CarLine({ car: { make, model, color, plate } }: Pick<TodayTrip, 'car'>) {
  const t = useT()
  return (
    <>
      <p className="min-w-0 text-lg font-semibold wrap-anywhere">
        <span className="sr-only">{t('travel.car')} </span>
        <bdi>
          {color} {make} {model}
        </bdi>
      </p>
      <p
        dir="ltr"
        className="rounded-sm border-2 border-text bg-surface px-3 text-xl/9 font-bold tracking-wide text-text tabular"
      >
        <span className="sr-only">{t('travel.plate')} </span>
        {/* Breaks at its space where large text leaves no room for one line. */}
        {readablePlate(plate).replace('\u00a0', ' ')}
      </p>
    </>
  )
}

/** From where, if not from the start, until where; how many seats, and for how much. */
function SeatLine({ companion, start }: { companion: Companion; start: string }) {
  const t = useT()
  const format = useFormat()
  const { start: from, end, seats, currency } = companion
  const amount = amountOf(companion)
  return (
    <>
      <p className="min-w-0 text-lg font-semibold wrap-anywhere">
        {from.text === start
          ? t('travel.to_place', { place: end.point?.name ?? end.text })
          : `${format.time(from.at)} ${t('rides.from_to', { from: from.text, to: end.text })}`}
      </p>
      <p>
        {t('travel.seats', { count: seats })}
        {amount !== undefined && ` · ${format.price(amount, currency).text}`}
      </p>
    </>
  )
}
