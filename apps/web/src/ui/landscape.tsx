import { Suspense } from 'react'
import { optionalPart } from '#lib/optional-part'
import type { LandscapeScene } from './landscape-scenery.tsx'

// Most views have content and need no drawing.
const Scenery = optionalPart(async () => (await import('./landscape-scenery.tsx')).LandscapeScenery)

/** A small landscape for an empty page or list. Decoration: the text beside it says everything. */
export function Landscape({ scene }: { scene: LandscapeScene }) {
  return (
    <div className="aspect-[16/9]">
      <Suspense>
        <Scenery scene={scene} />
      </Suspense>
    </div>
  )
}
