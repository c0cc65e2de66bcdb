import { lazy, Suspense, type ComponentType } from 'react'
import type { LandscapeScene } from './landscape-scenery.tsx'

interface LandscapeProps {
  scene: LandscapeScene
}

// Most views have content and need no drawing. When loading fails, the view does without it.
const Scenery = lazy<ComponentType<LandscapeProps>>(() =>
  import('./landscape-scenery.tsx').then(
    ({ LandscapeScenery }) => ({ default: LandscapeScenery }),
    () => ({ default: () => null }),
  ),
)

/** A small landscape for an empty page or list. Decoration: the text beside it says everything. */
export function Landscape({ scene }: LandscapeProps) {
  return (
    <div className="aspect-[16/9]">
      <Suspense>
        <Scenery scene={scene} />
      </Suspense>
    </div>
  )
}
