import { HelpCorner } from '../features/help/help-corner.tsx'
import { renderReserveButton } from '../features/reservations/reserve-button.tsx'
import { GreenMission } from '../features/rides/green-mission.tsx'
import { HomeHero } from '../features/rides/home-hero.tsx'
import { ReserveContext } from '../features/rides/reserve-button.ts'
import { UpcomingRides } from '../features/rides/upcoming-rides.tsx'
import { HomePosts } from '../features/wanted/home-posts.tsx'

export default function HomeRoute() {
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
