import { lazy, Suspense, type ComponentType } from 'react'
import type { LandscapeScene } from './landscape-scenery.tsx'

interface LandscapeProps {
  scene: LandscapeScene
}

// Most views have something on them and need no drawing. One that cannot be fetched is not missed.
const Scenery = lazy<ComponentType<LandscapeProps>>(() =>
  import('./landscape-scenery.tsx').then(
    ({ LandscapeScenery }) => ({ default: LandscapeScenery }),
    () => ({ default: () => null }),
  ),
)

/** A small piece of land for a page or a list with nothing on it. Decoration: the words beside it say everything. */
export function Landscape({ scene }: LandscapeProps) {
  return (
    <div className="aspect-[16/9]">
      <Suspense>
        <Scenery scene={scene} />
      </Suspense>
    </div>
  )
}
