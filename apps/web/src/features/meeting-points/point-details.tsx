import type { ChosenPoint } from '@samtur/contract/meeting-points'
import { useT } from '#lib/i18n'
import { Icon } from '#ui/icon'
import { geoLink, type Position } from './model.ts'
import { useAwayText, useFacilities, useKindText } from './point-text.ts'

interface PointDetailsProps {
  point: ChosenPoint
  /** Name of the place that the point belongs to, as on the ride. */
  place: string
  /** The centre of the place, where it is known. */
  centre?: Position | undefined
  /** Shows the name; left out where a field above shows it. */
  named?: boolean
  /** For what is labelled by the name. */
  nameId?: string
}

/** One meeting point: name, kind, facilities, the way from the centre, and a link to the device's own map. */
export function PointDetails({ point, place, centre, named = true, nameId }: PointDetailsProps) {
  const t = useT()
  const kindText = useKindText()
  const facilities = useFacilities()(point)
  const away = useAwayText()(centre, point)
  const facts = [...(named ? [kindText(point.kind)] : []), ...facilities]
  return (
    <div className="min-w-0">
      {named && (
        // A block of the page's direction around the name, so that it starts where the other lines do.
        <p className="font-medium wrap-anywhere">
          <bdi id={nameId}>{point.name}</bdi>
        </p>
      )}
      {facts.length > 0 && <p className="text-sm text-soft">{facts.join(' · ')}</p>}
      {away && <p className="text-sm text-soft">{away}</p>}
      <a
        href={geoLink(point, place)}
        className="relative z-1 inline-flex print:hidden min-h-8 items-center gap-1.5 rounded-sm text-sm text-link underline underline-offset-3 pointer-coarse:min-h-11"
      >
        <Icon name="pin" size={16} />
        <span>
          {t('points.open_map')} <bdi className="sr-only">{point.name}</bdi>
        </span>
      </a>
    </div>
  )
}
