import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Rescue as Found } from '@samtur/contract/rescue'
import { useT } from '#lib/i18n'
import { Loading, Skeleton } from '#ui/skeleton'
import type { Lost, LostTrip } from './model.ts'
import { PlannerLink } from './planner-link.tsx'
import { rescueQuery } from './rescue-queries.ts'
import { RescueRides } from './rescue-rides.tsx'
import { RescueWanted } from './rescue-wanted.tsx'
import { useSeen } from './use-seen.ts'

export interface RescueProps {
  lost: Lost
  trip: LostTrip
  /** The link to the search, shown where no ride is found and where nothing can be loaded. */
  search: ReactNode
}

/** Offers other ways to travel in place of a trip that ended without the person's doing. Loads them once they come near the window. */
export function Rescue({ lost, trip, search }: RescueProps) {
  const { place, seen } = useSeen<HTMLDivElement>()
  const { data: found, isError } = useQuery({ ...rescueQuery(lost), enabled: seen })
  return (
    <div ref={place} className="relative z-1">
      {!found && !isError && <Waiting />}
      {found && <Ways lost={lost} trip={trip} found={found} search={search} />}
      {!found && isError && search}
    </div>
  )
}

/** Where the places are unknown, or the time is over, the search alone is left. */
function Ways({ lost, trip, found, search }: RescueProps & { found: Found }) {
  const t = useT()
  const { rides, planner, wanted } = found
  if (rides.length === 0 && !planner && !wanted) return search
  return (
    <div className="flex flex-col gap-3.5">
      {rides.length > 0 ? (
        <RescueRides rides={rides} trip={trip} />
      ) : (
        <p className="font-semibold">{t('rescue.none')}</p>
      )}
      {planner && <PlannerLink planner={planner} />}
      <RescueWanted lost={lost} wanted={wanted} quiet={rides.length > 0} />
      {rides.length === 0 && <div className="-my-1.5">{search}</div>}
    </div>
  )
}

function Waiting() {
  const t = useT()
  return (
    <Loading label={t('core.loading')} className="flex h-44 flex-col justify-between py-2">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex flex-col gap-2">
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      ))}
    </Loading>
  )
}
