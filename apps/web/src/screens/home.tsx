import { lazy, Suspense } from 'react'
import { HelpButton } from '../features/help/help-button.tsx'
import { renderReserveButton } from '../features/reservations/reserve-button.tsx'
import { GreenMission } from '../features/rides/green-mission.tsx'
import { HomeHero } from '../features/rides/home-hero.tsx'
import { ReserveContext } from '../features/rides/reserve-button.ts'
import { UpcomingRides } from '../features/rides/upcoming-rides.tsx'

// Only a page with few rides shows them.
const HomePosts = lazy(async () => ({ default: (await import('../features/wanted/home-posts.tsx')).HomePosts }))

export default function HomeRoute() {
  return (
    <>
      <HomeHero />
      <div className="mx-auto w-full max-w-page px-4 pt-12 sm:px-8 sm:pt-16">
        <ReserveContext value={renderReserveButton}>
          <UpcomingRides
            whenFew={
              <Suspense>
                <HomePosts />
              </Suspense>
            }
          />
        </ReserveContext>
        <GreenMission />
      </div>
      <HelpButton />
    </>
  )
}
