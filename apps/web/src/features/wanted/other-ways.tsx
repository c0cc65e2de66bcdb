import { useId, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { SearchAddress } from '@samtur/contract/filters'
import { useT } from '#lib/i18n'
import { osloDay } from '#lib/oslo-time'
import { useSession } from '#lib/session'
import { Card } from '#ui/card'
import { bodyOf, isComplete, publishPath, wantedOfSearch } from './model.ts'
import { PlannerLink } from './planner-link.tsx'
import { postsBetweenQuery, previewQuery } from './queries.ts'
import { RowLink } from './row-link.tsx'

/** Ways on after a search that found nothing: the national planner where both places are known, and the question whether the reader drives. */
export function OtherWays({ search }: { search: SearchAddress }): ReactNode {
  const t = useT()
  const headingId = useId()
  const wanted = wantedOfSearch(search, osloDay())
  // The card that offers to keep the search has sent the same request, and has shown what is wrong with it.
  const preview = previewQuery(isComplete(wanted) ? bodyOf(wanted) : undefined)
  const { data } = useQuery({ ...preview, retryOnMount: false })
  return (
    <section aria-labelledby={headingId} className="mt-8">
      <h2 id={headingId} className="mb-3.5">
        {t('rescue.anyway')}
      </h2>
      <div className="grid gap-3.5 md:grid-cols-2">
        {data?.planner && (
          <Card padding="sm" interactive>
            <PlannerLink planner={data.planner} card />
          </Card>
        )}
        <Card padding="sm" interactive>
          <DriveYourself search={search} day={wanted.when === 'day' ? wanted.date_from : null} known={Boolean(data)} />
        </Card>
      </div>
    </section>
  )
}

interface DriveYourselfProps {
  search: SearchAddress
  day: string | null
  /** The server knows both places. */
  known: boolean
}

/** Leads to the publish form with the route filled in, and says how many others look for the way. */
function DriveYourself({ search: { from = '', to = '' }, day, known }: DriveYourselfProps) {
  const t = useT()
  const { me } = useSession()
  const { data } = useQuery(known ? postsBetweenQuery(from, to) : postsBetweenQuery('', ''))
  const count = (data?.items ?? []).filter(({ user_id }) => user_id === null || user_id !== me?.profile.id).length
  return (
    <RowLink
      to={publishPath({ from, to, date_from: day })}
      card
      icon="car"
      title={t('rescue.drive')}
      text={count > 0 ? t('rescue.drive_wanted', { count }) : t('rescue.drive_text')}
    />
  )
}
