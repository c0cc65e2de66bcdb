import { lazy, Suspense } from 'react'
import { HelpButton } from '../features/help/help-button.tsx'
import { GreenMission } from '../features/pages/green-mission.tsx'
import { HowItWorks } from '../features/pages/how-it-works.tsx'
import { SafeSharing } from '../features/pages/safe-sharing.tsx'
import { renderReserveButton } from '../features/reservations/reserve-button.tsx'
import { HomeHero } from '../features/rides/home-hero.tsx'
import { PopularWays } from '../features/rides/popular-ways.tsx'
import { ReserveContext } from '../features/rides/reserve-button.ts'
import { UpcomingRides } from '../features/rides/upcoming-rides.tsx'

// Only a page with few rides shows them.
const HomePosts = lazy(async () => ({ default: (await import('../features/wanted/home-posts.tsx')).HomePosts }))

export default function HomeRoute() {
  return (
    <>
      <HomeHero />
      <div className="mx-auto w-full max-w-page px-4 pt-12 sm:px-8 sm:pt-16">
        <HowItWorks />
        <ReserveContext value={renderReserveButton}>
          <UpcomingRides
            whenFew={
              <Suspense>
                <HomePosts />
              </Suspense>
            }
          />
        </ReserveContext>
        <PopularWays />
        <SafeSharing />
        <GreenMission />
      </div>
      <HelpButton />
    </>
  )
}
