import { useId } from 'react'
import type { ChosenPoint } from '@samtur/contract/meeting-points'
import { useT } from '#lib/i18n'
import { Icon } from '#ui/icon'
import { PointDetails } from './point-details.tsx'

interface Ends {
  start: ChosenPoint | null
  end: ChosenPoint | null
}

export interface ProposedPointsProps {
  proposed: Ends
  /** Those of the ride. */
  current: Ends
  section: { start_location: string; end_location: string }
  reader: 'driver' | 'passenger'
}

/** The meeting points that a request asks for, beside those of the ride; the driver also reads what accepting means. */
export function ProposedPoints({ proposed, current, section, reader }: ProposedPointsProps) {
  const t = useT()
  const headingId = useId()
  const ends = [
    { end: 'start', point: proposed.start, before: current.start, place: section.start_location } as const,
    { end: 'end', point: proposed.end, before: current.end, place: section.end_location } as const,
  ]
  return (
    <div
      role="group"
      aria-labelledby={headingId}
      className="relative z-1 max-w-text rounded-field border border-line bg-brand-tint px-4 py-3 text-on-tint"
    >
      <h4 id={headingId} className="flex items-center gap-2 font-sans text-base font-semibold tracking-normal">
        <Icon name="pin" size={18} />
        {t(reader === 'driver' ? 'points.asked' : 'points.you_asked')}
      </h4>
      <dl className="mt-2 flex flex-col gap-2">
        {ends.map(
          ({ end, point, before, place }) =>
            point && (
              <div key={end}>
                <dt className="text-sm">
                  <bdi>{place}</bdi> · <s>{before?.name ?? t('points.by_agreement')}</s>
                </dt>
                <dd>
                  <PointDetails point={point} place={place} />
                </dd>
              </div>
            ),
        )}
      </dl>
      {reader === 'driver' && <p className="mt-2 text-sm">{t('points.asked_effect')}</p>}
    </div>
  )
}
