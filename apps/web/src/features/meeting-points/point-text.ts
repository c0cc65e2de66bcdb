import type { MeetingPointKind } from '@samtur/contract/constants'
import type { ChosenPoint } from '@samtur/contract/meeting-points'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { awayFrom, type Position } from './model.ts'

/** Returns a function that names a kind, such as 'Ferry quay'. */
export function useKindText() {
  const t = useT()
  // i18n-dynamic: points.kind.*
  return (kind: MeetingPointKind) => t(`points.kind.${kind}`)
}

type Facilities = Pick<ChosenPoint, 'step_free' | 'shelter' | 'toilet' | 'parking_hours'>

/** Returns a function that returns what is known of a point's facilities, each in a few words. */
export function useFacilities() {
  const t = useT()
  const { number } = useFormat()
  return ({ step_free, shelter, toilet, parking_hours }: Facilities): string[] => [
    ...(step_free === null ? [] : [t(step_free ? 'points.step_free' : 'points.steps')]),
    ...(shelter ? [t('points.shelter')] : []),
    ...(toilet ? [t('points.toilet')] : []),
    ...(parking_hours === null
      ? []
      : [
          parking_hours === 0
            ? t('points.no_parking')
            : t('points.parking', { hours: t('core.hours_short', { hours: number(parking_hours) }) }),
        ]),
  ]
}

/** Returns a function that says how far a point is from the centre of its place; undefined without coordinates. */
export function useAwayText() {
  const t = useT()
  const { number } = useFormat()
  return (centre: Position | undefined, point: ChosenPoint) => {
    const away = awayFrom(centre, point)
    if (!away) return undefined
    return 'minutes' in away
      ? t('points.walk', { minutes: number(away.minutes) })
      : t('points.away', { km: number(away.km) })
  }
}
