import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { homeFewRides } from '@samtur/contract/constants'
import { newWantedPath, paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import { ArrowLink } from '#ui/link'
import { Section } from '#ui/page'
import { upcomingQuery } from './read-queries.ts'
import { allRidesPath } from './model.ts'
import { RideListSkeleton } from './ride-card.tsx'
import { RideList, RidesProblem } from './ride-list.tsx'

/** Lists the next rides to depart. `whenFew` follows where there are not many. */
export function UpcomingRides({ whenFew }: { whenFew?: ReactNode }) {
  const t = useT()
  const { data, error, isFetching, refetch } = useQuery(upcomingQuery)
  const rides = data?.items
  const all = rides && rides.length > 0 && <ArrowLink to={allRidesPath}>{t('home.see_all')}</ArrowLink>
  return (
    <>
      <Section title={t('home.available_rides')} id="rides" action={all}>
        {rides && rides.length > 0 && <RideList rides={rides} />}
        {rides && rides.length > 0 && <NotHere />}
        {rides?.length === 0 && <FirstRide />}
        {!rides && !error && <RideListSkeleton label={t('rides.loading')} />}
        {!rides && error && <RidesProblem error={error} retry={() => void refetch()} busy={isFetching} />}
      </Section>
      {rides && rides.length < homeFewRides && whenFew}
    </>
  )
}

function FirstRide() {
  const t = useT()
  return (
    <EmptyState
      level="h3"
      drawing={<Landscape scene="rides" />}
      title={t('home.empty_title')}
      text={t('home.empty_text')}
      action={
        <>
          <ButtonLink to={paths.publishRide} icon="plus">
            {t('rides.publish')}
          </ButtonLink>
          <TellMe />
        </>
      }
    />
  )
}

/** The way on for a person who needs another ride than the listed ones. */
function NotHere() {
  const t = useT()
  return (
    <div className="mt-6 flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
      <p>{t('home.not_here')}</p>
      <TellMe />
    </div>
  )
}

function TellMe() {
  const t = useT()
  return (
    <ButtonLink to={newWantedPath} variant="quiet" icon="bell">
      {t('home.tell_me')}
    </ButtonLink>
  )
}
