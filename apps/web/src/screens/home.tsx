import { useT } from '#lib/i18n'
import { usePageTitle } from '../app/page-title.ts'
import { HelpCorner } from '../features/help/help-corner.tsx'
import { renderReserveButton } from '../features/reservations/public.tsx'
import { GreenMission } from '../features/rides/green-mission.tsx'
import { HomeHero } from '../features/rides/home-hero.tsx'
import { ReserveContext } from '../features/rides/reserve-button.ts'
import { UpcomingRides } from '../features/rides/upcoming-rides.tsx'
import { HomePosts } from '../features/wanted/home-posts.tsx'

export default function HomeRoute() {
  const t = useT()
  usePageTitle(t('home.title'))
  return (
    <>
      <HomeHero />
      <div className="mx-auto w-full max-w-page px-4 pt-12 sm:px-8 sm:pt-16">
        <ReserveContext value={renderReserveButton}>
          <UpcomingRides whenFew={<HomePosts />} />
        </ReserveContext>
        <GreenMission />
      </div>
      <HelpCorner dialog />
    </>
  )
}
