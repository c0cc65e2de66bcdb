import { useFormContext, useWatch, type FieldPath } from 'react-hook-form'
import { PointPicker } from '../meeting-points/point-picker.tsx'
import type { PublishPlace, PublishValues } from './publish-form.ts'

interface StopPointProps {
  name: Extract<FieldPath<PublishValues>, 'from' | 'to' | `stops.${number}.place`>
}

/** The meeting point of a stop, below its field. Nothing at a place that is not picked from the list. */
export function StopPoint({ name }: StopPointProps) {
  const { control, setValue } = useFormContext<PublishValues>()
  const place: PublishPlace = useWatch({ control, name })
  if (place.place_id === null) return null
  const choose = (point_id: string | null) => setValue(name, { ...place, point_id }, { shouldDirty: true })
  return (
    <div className="mt-2">
      <PointPicker
        placeId={place.place_id}
        place={place.text}
        value={place.point_id ?? null}
        onChange={choose}
        kept={place.kept_point}
      />
    </div>
  )
}
