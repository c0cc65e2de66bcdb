import { useId, type ReactNode } from 'react'
import { ridePath } from '@samtur/contract/paths'
import type { TodayTrip, TripEnd } from '@samtur/contract/travel'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { readablePlate } from '#lib/readable'
import { Link } from 'react-router'
import { Card } from '#ui/card'
import { PointList } from '../meeting-points/point-list.tsx'
import { CompanionPart } from './companion-part.tsx'
import { did } from './did.ts'
import { FollowSection } from './follow-section.tsx'
import { HelpNow } from './help-now.tsx'
import { hasCome, isDriving, pointStops, saidLines } from './model.ts'
import { SayButtons } from './say-buttons.tsx'

/** One trip of today, in the order in which one needs it: when and where, which car, with whom, what has happened, who follows, and help. */
export function TripCard({ trip }: { trip: TodayTrip }) {
  const t = useT()
  const titleId = useId()
  const { companions } = trip
  const driving = isDriving(trip)
  return (
    <Card as="section" aria-labelledby={titleId} className="flex flex-col gap-6">
      <h2 id={titleId} className="sr-only">
        {t('rides.from_to', { from: trip.start.text, to: trip.end.text })}
      </h2>
      <WhenAndWhere trip={trip} />
      <PointList stops={pointStops(trip)} drawn />
      <CarLine car={trip.car} />
      {companions.length === 0 && <p className="text-soft">{t('travel.no_passengers')}</p>}
      {companions.map((companion) => (
        <CompanionPart key={companion.reservation_id} companion={companion} driving={driving} rideId={trip.ride_id} />
      ))}
      {driving && (
        <SayButtons
          about={{ say: 'ride', id: trip.ride_id }}
          said={trip.check_ins}
          choices={[
            { kind: 'got_in', label: t('travel.set_off') },
            ...(hasCome(trip.start.at) ? [{ kind: 'arrived' as const, label: t('travel.arrived') }] : []),
          ]}
        />
      )}
      <Said trip={trip} />
      <FollowSection trip={trip} />
      <HelpNow trip={trip} />
    </Card>
  )
}

function WhenAndWhere({ trip }: { trip: TodayTrip }) {
  const t = useT()
  return (
    <Link
      to={ridePath(trip.ride_id)}
      className="grid items-baseline gap-x-4 rounded-sm no-underline sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-2"
    >
      <End label={t('travel.from')} end={trip.start} large />
      <End label={t('travel.to')} end={trip.end} />
    </Link>
  )
}

function End({ label, end, large = false }: { label: string; end: TripEnd; large?: boolean }) {
  const format = useFormat()
  return (
    <>
      <time
        dateTime={end.at}
        className={`tabular font-semibold ${large ? 'text-5xl text-brand' : 'mt-3 text-2xl text-soft sm:mt-0'}`}
      >
        {format.time(end.at)}
      </time>
      <span className={`min-w-0 wrap-anywhere ${large ? 'text-2xl font-semibold' : 'text-xl text-soft'}`}>
        <span className="sr-only">{label} </span>
        <bdi>{end.text}</bdi>
        {large && format.zone(end.at) && (
          <span className="block text-sm font-normal text-soft">{format.zone(end.at)}</span>
        )}
      </span>
    </>
  )
}

function CarLine({ car: { make, model, color, plate } }: { car: TodayTrip['car'] }) {
  const t = useT()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-field bg-sunk px-4 py-3.5">
      <p className="min-w-0 text-lg wrap-anywhere">
        <span className="sr-only">{t('travel.car')} </span>
        <bdi>
          {make} {model}
        </bdi>
        , <bdi>{color}</bdi>
      </p>
      <p
        dir="ltr"
        className="rounded-sm border-2 border-text bg-surface px-3 py-1 text-2xl font-bold tracking-wide text-text tabular"
      >
        <span className="sr-only">{t('travel.plate')} </span>
        {readablePlate(plate)}
      </p>
    </div>
  )
}

function Said({ trip }: { trip: TodayTrip }): ReactNode {
  const t = useT()
  const format = useFormat()
  const lines = saidLines(trip)
  return (
    // Always there, because a region that appears together with its content is not announced.
    <div aria-live="polite" className={lines.length === 0 ? 'hidden' : ''}>
      <h3 className="mb-1.5 font-sans text-base font-semibold tracking-normal">{t('travel.said_title')}</h3>
      <ul className="flex flex-col gap-1">
        {lines.map(({ name, kind, at }) => (
          <li key={`${name} ${kind} ${at}`} className="flex gap-3">
            <time dateTime={at} className="tabular text-soft">
              {format.time(at)}
            </time>
            <span className="min-w-0 wrap-anywhere">
              <bdi className="font-medium">{name ?? t('travel.you')}</bdi>: {t(did(kind))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
