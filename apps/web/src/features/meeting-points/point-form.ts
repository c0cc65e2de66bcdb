/** The administrator's form of a meeting point: its values, the body they make, and how it is sent. */
import { useForm } from 'react-hook-form'
import type { MeetingPointKind } from '@samtur/contract/constants'
import { type ListedPoint, meetingPointBody } from '@samtur/contract/meeting-points'
import { contractResolver } from '#lib/forms/contract'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import type { PlaceValue } from '../places/place-field.tsx'
import { readDegrees, readHours } from './model.ts'
import { useSavePoint } from './queries.ts'

/** An empty text is not known. */
type Known = '' | 'yes' | 'no'

export interface PointValues {
  place_id: PlaceValue
  name: string
  kind: MeetingPointKind
  /** As typed. */
  lat: string
  lon: string
  step_free: Known
  shelter: Known
  toilet: Known
  parking_hours: string
  source: string
}

/** What the form starts with: a point that is changed, or what is known of a new one. */
export type GivenPoint = { point: ListedPoint } | { place: PlaceValue; name?: string; source?: string }

const knownOf = (value: boolean | null): Known => (value === null ? '' : value ? 'yes' : 'no')
const booleanOf = (known: Known) => (known === '' ? null : known === 'yes')
const textOf = (number: number | null) => (number === null ? '' : String(number))

function valuesOf(given: GivenPoint): PointValues {
  if (!('point' in given)) {
    const { place, name = '', source = '' } = given
    const unknown = { lat: '', lon: '', step_free: '', shelter: '', toilet: '', parking_hours: '' } as const
    return { place_id: place, name, kind: 'other', ...unknown, source }
  }
  const { point } = given
  return {
    place_id: { text: point.place, place_id: point.place_id },
    name: point.name,
    kind: point.kind,
    lat: textOf(point.lat),
    lon: textOf(point.lon),
    step_free: knownOf(point.step_free),
    shelter: knownOf(point.shelter),
    toilet: knownOf(point.toilet),
    parking_hours: textOf(point.parking_hours),
    source: point.source,
  }
}

/** Returns the body of the request. What is no number becomes NaN, which the contract refuses. */
const toBody = ({ place_id: place, lat, lon, step_free, shelter, toilet, parking_hours, ...values }: PointValues) => ({
  ...values,
  // The contract says of null that a place is required.
  place_id: place.place_id as number,
  lat: readDegrees(lat),
  lon: readDegrees(lon),
  step_free: booleanOf(step_free),
  shelter: booleanOf(shelter),
  toilet: booleanOf(toilet),
  parking_hours: readHours(parking_hours),
})

export function usePointForm(given: GivenPoint, onDone: () => void) {
  const t = useT()
  const { mutateAsync } = useSavePoint()
  const form = useForm<PointValues>({
    resolver: contractResolver<PointValues>(meetingPointBody, toBody),
    defaultValues: valuesOf(given),
  })
  const submission = useSubmission({
    form,
    toastKey: 'points',
    send: (values) => {
      const { place_id, ...changes } = toBody(values)
      return mutateAsync('point' in given ? { id: given.point.id, changes } : { body: { place_id, ...changes } })
    },
    onDone,
    success: () => ({ title: t('admin_points.saved') }),
  })
  return { form, ...submission }
}
