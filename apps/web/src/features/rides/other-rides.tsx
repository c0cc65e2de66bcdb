import { useId, type ReactNode } from 'react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ridePath } from '@samtur/contract/paths'
import type { SearchAddress } from '@samtur/contract/filters'
import type { Ride } from '@samtur/contract/rides'
import type { AlternativeRides } from '@samtur/contract/search'
import type { Translate } from '@samtur/i18n/translate'
import { api } from '#lib/api'
import { useFormat, type Format } from '#lib/format'
import { useT } from '#lib/i18n'
import { osloDay } from '#lib/oslo-time'
import { Tag } from '#ui/badge'
import { Card, CardLink } from '#ui/card'
import { RouteRow } from '#ui/route-row'
import { sectionOf } from './model.ts'
import { RidePrice } from './ride-head.tsx'

/** What else there is for a search that found nothing. */
const alternativesQuery = ({ sort: _, ...search }: SearchAddress) =>
  queryOptions({
    queryKey: ['rides', 'alternatives', search],
    queryFn: ({ signal }) => api.rides.alternatives({ query: search }, { signal }),
  })

/** Shows what might do instead, below the words that nothing was found; shows nothing where it cannot be loaded. */
export function OtherRides({ search }: { search: SearchAddress }): ReactNode {
  const t = useT()
  const format = useFormat()
  const headingId = useId()
  const { data } = useQuery(alternativesQuery(search))
  const rows = data ? [...otherDays(t, data.other_days, search), ...nearby(t, format, data.nearby, search)] : []
  return (
    <>
      <div role="status">
        {rows.length > 0 && (
          <h2 id={headingId} className="mb-4">
            {t('alternatives.instead', { count: rows.length })}
          </h2>
        )}
      </div>
      {rows.length > 0 && (
        <ul aria-labelledby={headingId} className="grid gap-2 md:grid-cols-2 md:gap-3">
          {rows.map(({ ride, differs }) => (
            <li key={ride.id} className="min-w-0">
              <OtherRide ride={ride} differs={differs} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface OtherRideProps {
  ride: Ride
  /** In what it is not what was searched for. */
  differs: string[]
}

function OtherRide({ ride, differs }: OtherRideProps) {
  const t = useT()
  const format = useFormat()
  const { section } = ride
  return (
    <Card as="article" padding="none" interactive className="h-full min-h-18 px-3 py-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm/6 text-soft">
        {differs.map((text) => (
          <Tag key={text} tone="info">
            {text}
          </Tag>
        ))}
        <time suppressHydrationWarning dateTime={section.departure_time}>
          {format.dateTime(section.departure_time)}
        </time>
      </p>
      <div className="flex items-end justify-between gap-2">
        <h3 className="min-w-0 font-sans text-base/6 font-semibold tracking-normal">
          <CardLink to={ridePath(ride.id, sectionOf(section))}>
            <RouteRow from={section.start_location} to={section.end_location} toLabel={t('core.to')} />
          </CardLink>
        </h3>
        <RidePrice kroner={section.price} currency={ride.currency} size="md" />
      </div>
    </Card>
  )
}

const dayMs = 86_400_000

function otherDays(t: Translate, rides: AlternativeRides['other_days'], { date = '' }: SearchAddress) {
  return rides.map((ride) => {
    const day = osloDay(Date.parse(ride.section.departure_time))
    const count = Math.round((Date.parse(day) - Date.parse(date)) / dayMs)
    const id = count < 0 ? 'alternatives.days_before' : 'alternatives.days_after'
    return { ride, differs: [t(id, { count: Math.abs(count) })] }
  })
}

/** Says how far a ride passes from the places that were searched for. */
function nearby(t: Translate, format: Format, rides: AlternativeRides['nearby'], { from, to }: SearchAddress) {
  const km = (value: number) => format.number(Math.round(value))
  return rides.map(({ from_km, to_km, ...ride }) => ({
    ride,
    differs: [
      ...(from && from_km >= 0.5 ? [t('alternatives.starts_near', { km: km(from_km), place: from })] : []),
      ...(to && to_km >= 0.5 ? [t('alternatives.ends_near', { km: km(to_km), place: to })] : []),
    ],
  }))
}
