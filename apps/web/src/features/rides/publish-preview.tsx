import { lazy, Suspense } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { currencyOf } from '@samtur/contract/constants'
import type { Person } from '@samtur/contract/profiles'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Card } from '#ui/card'
import { RouteLine } from '#ui/route-line'
import { DriverFace } from './driver-line.tsx'
import { planTrip } from './trip-form.ts'
import { filledStops, type PublishPlace, type PublishValues } from './publish-form.ts'
import { readPrice } from './read-price.ts'
import { RidePrice, RideHead, RideTags } from './ride-head.tsx'
import { isStatedGender } from './same-gender-text.ts'
import { useRoadWay } from './use-estimate.ts'

const RouteMap = lazy(() => import('./route-map.tsx'))

// A ride without a time has not left.
const notYet = '9999-12-31T00:00:00Z'

/** The card as passengers will see it, growing while it is typed. */
export function PublishPreview({ driver }: { driver: Person }) {
  const t = useT()
  const format = useFormat()
  const { control } = useFormContext<PublishValues>()
  const values = useWatch({ control, compute: (all: PublishValues) => all })
  const { trip } = planTrip(values.date, values.departure, values.arrival)
  const gender = useSession().me?.profile.gender
  const price = readPrice(values.price)
  const seats = Number(values.seats)
  const stops = filledStops(values).map(({ text }) => ({
    label: t('rides.via', { place: text }),
    kind: 'via' as const,
  }))
  const items = [
    { label: values.from.text || <Missing>{t('rides.from')}</Missing>, time: values.departure, kind: 'start' as const },
    ...stops,
    { label: values.to.text || <Missing>{t('rides.to')}</Missing>, time: values.arrival, kind: 'end' as const },
  ]
  return (
    <Card as="section" aria-label={t('publish.preview')} className="flex flex-col gap-4">
      <RideHead
        when={
          <p className="font-semibold">
            {values.date ? format.date(values.date) : <Missing>{t('rides.date')}</Missing>}
          </p>
        }
        duration={trip && format.duration(trip.departure_time, trip.arrival_time)}
        price={
          price !== undefined && price >= 0 && <RidePrice kroner={price} currency={currencyOf(values.from.country)} />
        }
      />
      <RideTags
        ride={{
          status: 'active',
          departure_time: trip?.departure_time ?? notYet,
          pets_allowed: values.pets,
          luggage: values.luggage,
          // Shown to those who get a seat at once, whoever they are.
          instant_booking: values.instant === 'off' ? 'off' : 'all',
          same_gender: values.same_gender,
          only_gender: isStatedGender(gender) ? gender : null,
          section: { whole: true, available_seats: seats },
        }}
      />
      <RouteLine items={items} />
      {values.notes.trim() && (
        <p dir="auto" className="line-clamp-3 text-sm whitespace-pre-line text-soft wrap-anywhere">
          {values.notes}
        </p>
      )}
      <div className="border-t border-line pt-4">
        <DriverFace driver={driver} />
      </div>
    </Card>
  )
}

/** What is still to be typed. */
function Missing({ children }: { children: string }) {
  return <span className="font-normal text-faint">{children}</span>
}

const hasPlace = (place: PublishPlace): place is PublishPlace & { lat: number; lon: number } =>
  place.lat !== undefined && place.lon !== undefined

/** The line on the map, as soon as two places are known. */
export function PublishMap({ className }: { className: string }) {
  const { control } = useFormContext<PublishValues>()
  const values = useWatch({ control, compute: (all: PublishValues) => all })
  const places = [values.from, ...filledStops(values), values.to]
  const stops = places.flatMap((place, index) => {
    const kind = index === 0 ? ('start' as const) : index === places.length - 1 ? ('end' as const) : ('via' as const)
    return hasPlace(place) ? [{ text: place.text, lat: place.lat, lon: place.lon, kind }] : []
  })
  const { way } = useRoadWay()
  if (stops.length < 2) return null
  return (
    <Card padding="none" className={className}>
      <Suspense fallback={<div className="h-64 rounded-[17px] bg-water" />}>
        <RouteMap stops={stops} line={way?.line} className="h-64 w-full rounded-[17px]" />
      </Suspense>
    </Card>
  )
}
