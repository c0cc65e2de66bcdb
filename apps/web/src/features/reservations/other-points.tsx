import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { Ride } from '@samtur/contract/rides'
import { useFieldErrors } from '#lib/forms/field-errors'
import { ProposalFields, type ProposalEnd } from '../meeting-points/proposal-fields.tsx'
import type { RequestValues } from './sending.ts'

interface OtherPointsProps {
  form: UseFormReturn<RequestValues>
  ride: Pick<Ride, 'route' | 'section' | 'detour'>
}

/** Lets the passenger ask for other meeting points at the ends of the section. Nothing at a place without a list, and at a detour. */
export function OtherPoints({ form, ride: { route, section, detour } }: OtherPointsProps) {
  const errorOf = useFieldErrors(form)
  const [start, end] = useWatch({ control: form.control, name: ['start_point_id', 'end_point_id'] })
  const endOf = (
    which: 'start' | 'end',
    position: number,
    field: 'start_point_id' | 'end_point_id',
    value: string | null,
  ): ProposalEnd[] => {
    const stop = route.find((candidate) => candidate.position === position)
    if (!stop || stop.place_id === null || detour?.end === which) return []
    return [
      {
        end: which,
        placeId: stop.place_id,
        text: stop.text,
        point: stop.meeting_point,
        value,
        error: errorOf(field),
        onChange: (id) => form.setValue(field, id),
      },
    ]
  }
  const ends = [
    ...endOf('start', section.from_position, 'start_point_id', start),
    ...endOf('end', section.to_position, 'end_point_id', end),
  ]
  return ends.length > 0 ? <ProposalFields ends={ends} /> : null
}
