import { useId } from 'react'
import type { ChosenPoint } from '@samtur/contract/meeting-points'
import { useT } from '#lib/i18n'
import { positionOf } from './model.ts'
import { PointDetails } from './point-details.tsx'
import { PointMap } from './point-map.tsx'

/** A stop of a ride, with its coordinates where the gazetteer has them. */
export interface PointStop {
  key: number | string
  text: string
  lat: number | null
  lon: number | null
  point: ChosenPoint | null
}

export interface PointListProps {
  stops: readonly PointStop[]
  /** Draws each point around the centre of its place. */
  drawn?: boolean
  className?: string
}

/** Where people get in and out, stop by stop; a stop without a point says that the two agree on it. */
export function PointList({ stops, drawn = false, className = '' }: PointListProps) {
  const t = useT()
  const headingId = useId()
  return (
    <div role="group" aria-labelledby={headingId} className={className}>
      {/* No heading: the list stands below headings of different levels. */}
      <p id={headingId} className="mb-2 font-semibold">
        {t('points.title')}
      </p>
      <dl className="flex flex-col gap-3">
        {stops.map((stop) => {
          const centre = positionOf(stop)
          return (
            <div key={stop.key} className="min-w-0">
              <dt className="text-sm text-soft wrap-anywhere">
                <bdi>{stop.text}</bdi>
              </dt>
              <dd className="flex flex-col gap-2">
                {stop.point ? (
                  <>
                    <PointDetails point={stop.point} place={stop.text} centre={centre} />
                    {drawn && centre && <PointMap centre={{ ...centre, text: stop.text }} points={[stop.point]} />}
                  </>
                ) : (
                  t('points.by_agreement')
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}
