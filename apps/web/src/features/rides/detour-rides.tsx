import { useId } from 'react'
import type { Ride } from '@samtur/contract/rides'
import { useT } from '#lib/i18n'
import { DetourCard } from './detour-card.tsx'
import { detourName } from './detours.ts'
import { RideActions } from './ride-actions.tsx'
import { RideGrid } from './ride-card.tsx'

interface DetourRidesProps {
  /** All that the search has found. */
  rides: readonly Ride[]
  /** More of them can be loaded. */
  more: boolean
}

/** Lists the rides that a search has found by a detour, apart from those that stop there. */
export function DetourRides({ rides: found, more }: DetourRidesProps) {
  const t = useT()
  const headingId = useId()
  const rides = found.filter(({ detour }) => detour)
  const alone = rides.length === found.length
  const place = onlyPlace(rides)
  const count = rides.length
  const heading = more
    ? place
      ? t('detours.heading_at_more', { place })
      : t('detours.heading_more')
    : place
      ? t('detours.heading_at', { count, place })
      : t('detours.heading', { count })
  return (
    <section
      aria-labelledby={headingId}
      className={alone ? '' : 'mt-8 border-t-2 border-dotted border-edge pt-6 sm:mt-10 sm:pt-7'}
    >
      <h2 id={headingId} className="text-xl! wrap-break-word">
        {heading}
      </h2>
      <p className="mt-1 mb-4 max-w-text text-soft">{t('detours.explained')}</p>
      <RideGrid count={count}>
        {rides.map((ride) => (
          <li key={ride.id} className="min-w-0">
            <DetourCard ride={ride} level="h3" actions={<RideActions ride={ride} label={t('detours.ask')} />} />
          </li>
        ))}
      </RideGrid>
    </section>
  )
}

/** Says that no ride stops there, but that these can drive by. */
export function OnlyDetours({ rides }: Pick<DetourRidesProps, 'rides'>) {
  const t = useT()
  const place = onlyPlace(rides)
  return (
    <span className="block font-sans text-base font-normal tracking-normal text-soft">
      {place ? t('detours.only_at', { place }) : t('detours.only')}
    </span>
  )
}

/** Returns the name of the place, where it is the same one for all. */
function onlyPlace(rides: readonly Ride[]): string | undefined {
  const names = rides.flatMap(({ section, detour }) => (detour ? [detourName(section, detour)] : []))
  const [first] = names
  return names.every((name) => name === first) ? first : undefined
}
