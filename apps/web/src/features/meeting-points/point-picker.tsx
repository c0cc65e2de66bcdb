import { useQuery } from '@tanstack/react-query'
import { useLoadFailure } from '#lib/failure'
import { useT } from '#lib/i18n'
import { Failure } from '#ui/failure'
import { Field } from '#ui/field'
import { Loading } from '#ui/skeleton'
import { PickerSkeleton } from './picker-skeleton.tsx'
import { PointDetails } from './point-details.tsx'
import { PointMap } from './point-map.tsx'
import { PointSelect } from './point-select.tsx'
import { pointsQuery } from './queries.ts'

export interface PointPickerProps {
  placeId: number
  /** Name of the stop, as typed. */
  place: string
  value: string | null
  onChange: (id: string | null) => void
  /** The point that the ride has, which may be retired. */
  kept?: { id: string; name: string } | undefined
}

/** The driver's choice of a meeting point at a stop, with what is known of the chosen one; 'by agreement' is none. */
export function PointPicker({ placeId, place, value, onChange, kept }: PointPickerProps) {
  const t = useT()
  const query = useQuery(pointsQuery(placeId))
  const failure = useLoadFailure(query)
  const { data } = query
  if (query.isError && !data) return <Failure {...failure} title={t('points.load_failed')} />
  if (!data)
    return (
      <Loading label={t('points.loading')}>
        <PickerSkeleton />
      </Loading>
    )
  if (data.items.length === 0 && !kept)
    return <p className="text-sm text-soft">{t('points.none_here', { place: data.place.name })}</p>
  const chosen = data.items.find(({ id }) => id === value)
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={
          <>
            {t('points.point')} <span className="sr-only">{place}</span>
          </>
        }
        hint={value === null ? t('points.by_agreement_text') : t('points.pick_hint')}
      >
        <PointSelect
          points={data.items}
          value={value}
          onChange={onChange}
          none={t('points.by_agreement')}
          kept={kept}
        />
      </Field>
      {chosen && (
        <div className="flex flex-wrap items-start gap-x-5 gap-y-2">
          <PointDetails point={chosen} place={data.place.name} centre={data.place} named={false} />
          <PointMap centre={{ ...data.place, text: data.place.name }} points={[chosen]} />
        </div>
      )}
    </div>
  )
}
