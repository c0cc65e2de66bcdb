import { useEffect, useEffectEvent } from 'react'
import type { MeetingPoint } from '@samtur/contract/meeting-points'
import { Select, type SelectProps } from '#ui/text-input'
import { byKind } from './model.ts'
import { useFacilities, useKindText } from './point-text.ts'

interface PointSelectProps extends Omit<SelectProps, 'value' | 'onChange'> {
  points: readonly MeetingPoint[]
  value: string | null
  onChange: (id: string | null) => void
  /** The first choice, which is no point of the list. */
  none: string
  /** A chosen point that the list does not have, because it was retired. */
  kept?: { id: string; name: string } | undefined
}

/** The device's own list of a place's points, by kind and with their facilities. */
export function PointSelect({ points, value, onChange, none, kept, ...rest }: PointSelectProps) {
  const kindText = useKindText()
  const facilities = useFacilities()
  const isKept = kept && !points.some(({ id }) => id === kept.id)
  // A stored draft can have a point that was retired meanwhile: the list would show the first choice but send the point.
  const isGone = value !== null && value !== kept?.id && !points.some(({ id }) => id === value)
  const forget = useEffectEvent(() => onChange(null))
  useEffect(() => {
    if (isGone) forget()
  }, [isGone])
  const labelOf = (point: MeetingPoint) => {
    const facts = facilities(point)
    return facts.length > 0 ? `${point.name} (${facts.join(' · ')})` : point.name
  }
  return (
    <Select {...rest} value={value ?? ''} onChange={(event) => onChange(event.target.value || null)}>
      <option value="">{none}</option>
      {isKept && (
        <option value={kept.id} dir="auto">
          {kept.name}
        </option>
      )}
      {byKind(points).map(({ kind, points: of }) => (
        <optgroup key={kind} label={kindText(kind)}>
          {of.map((point) => (
            <option key={point.id} value={point.id} dir="auto">
              {labelOf(point)}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  )
}
