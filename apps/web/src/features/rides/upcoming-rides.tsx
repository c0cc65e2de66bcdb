import { useQuery } from '@tanstack/react-query'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import { ArrowLink } from '#ui/link'
import { Section } from '#ui/page'
import { upcomingQuery } from './queries.ts'
import { RideListSkeleton } from './ride-card.tsx'
import { RideList, RidesProblem } from './ride-list.tsx'

/** The next rides to leave, for somebody who only looks round. */
export function UpcomingRides() {
  const t = useT()
  const { data: rides, error, isFetching, refetch } = useQuery(upcomingQuery)
  const all = rides && rides.length > 0 && <ArrowLink to={paths.search}>{t('home.see_all')}</ArrowLink>
  return (
    <Section title={t('home.available_rides')} id="rides" action={all}>
      {rides && rides.length > 0 && <RideList rides={rides} />}
      {rides?.length === 0 && <FirstRide />}
      {!rides && !error && <RideListSkeleton label={t('rides.loading')} />}
      {!rides && error && <RidesProblem error={error} retry={() => void refetch()} busy={isFetching} />}
    </Section>
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
        <ButtonLink to={paths.publishRide} icon="plus">
          {t('rides.publish')}
        </ButtonLink>
      }
    />
  )
}
