import { useId, type ReactNode } from 'react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { alternatives } from '@samtur/contract/constants'
import type { SearchAddress } from '@samtur/contract/filters'
import type { Ride } from '@samtur/contract/rides'
import type { AlternativeRides } from '@samtur/contract/search'
import { api } from '#lib/api'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { CardGrid } from '#ui/page'
import { osloDay } from '#lib/oslo-time'
import { RideActions } from './ride-actions.tsx'
import { RideCard } from './ride-card.tsx'
import { RideList } from './ride-list.tsx'

/** What else there is for a search that found nothing. */
const alternativesQuery = ({ sort: _, ...search }: SearchAddress) =>
  queryOptions({
    queryKey: ['rides', 'alternatives', search],
    queryFn: ({ signal }) => api.rides.alternatives({ query: search }, { signal }),
  })

/** Shows what might do instead, below the words that nothing was found; shows nothing where it cannot be loaded. */
export function OtherRides({ search }: { search: SearchAddress }): ReactNode {
  const t = useT()
  const { data } = useQuery(alternativesQuery(search))
  const count = data ? data.other_days.length + data.nearby.length : 0
  return (
    <>
      <p role="status" className="mb-6 text-center font-heading text-xl empty:m-0">
        {count > 0 && t('alternatives.instead', { count })}
      </p>
      {data && data.other_days.length > 0 && <OtherDays rides={data.other_days} />}
      {data && data.nearby.length > 0 && <Nearby rides={data.nearby} search={search} />}
    </>
  )
}

function Group({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="mt-8 border-t border-line pt-8 first-of-type:mt-0">
      <h2 id={headingId}>{title}</h2>
      <p className="mt-1 mb-4 text-soft">{text}</p>
      {children}
    </section>
  )
}

function OtherDays({ rides }: { rides: readonly Ride[] }) {
  const t = useT()
  const format = useFormat()
  return (
    <Group title={t('alternatives.other_days')} text={t('alternatives.other_days_text', { count: alternatives.days })}>
      {byDay(rides).map(({ day, rides: ofDay }) => (
        <div key={day} className="mt-6 first-of-type:mt-0">
          <h3 className="mb-3 first-letter:uppercase">{format.longDate(day)}</h3>
          <RideList rides={ofDay} level="h4" />
        </div>
      ))}
    </Group>
  )
}

function Nearby({ rides, search }: { rides: AlternativeRides['nearby']; search: SearchAddress }) {
  const t = useT()
  return (
    <Group title={t('alternatives.nearby')} text={t('alternatives.nearby_text', { km: alternatives.radiusKm })}>
      <CardGrid as="ul">
        {rides.map((ride) => (
          <li key={ride.id} className="flex min-w-0 flex-col">
            <Detour ride={ride} search={search} />
            <RideCard ride={ride} actions={<RideActions ride={ride} />} level="h3" />
          </li>
        ))}
      </CardGrid>
    </Group>
  )
}

/** Says how far a ride passes from the places that were searched for. */
function Detour({
  ride: { from_km, to_km },
  search,
}: {
  ride: AlternativeRides['nearby'][number]
  search: SearchAddress
}) {
  const t = useT()
  const format = useFormat()
  const km = (value: number) => format.number(Math.round(value))
  return (
    <p className="mb-2 flex flex-wrap gap-x-3 text-soft">
      {search.from && from_km >= 0.5 && (
        <span>{t('alternatives.starts_near', { km: km(from_km), place: search.from })}</span>
      )}
      {search.to && to_km >= 0.5 && <span>{t('alternatives.ends_near', { km: km(to_km), place: search.to })}</span>}
    </p>
  )
}

/** Groups rides, which are in order, by their day in Oslo. */
export function byDay<Item extends Pick<Ride, 'section'>>(rides: readonly Item[]): { day: string; rides: Item[] }[] {
  const days: { day: string; rides: Item[] }[] = []
  for (const ride of rides) {
    const day = osloDay(Date.parse(ride.section.departure_time))
    const last = days.at(-1)
    if (last?.day === day) last.rides.push(ride)
    else days.push({ day, rides: [ride] })
  }
  return days
}
