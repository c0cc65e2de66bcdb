import type { Ride } from '@samtur/contract/rides'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Field } from '#ui/field'
import { Select } from '#ui/text-input'
import { moveSection } from '../rides/section-form.ts'
import type { SectionPositions } from '../rides/model.ts'

interface PartChooserProps {
  ride: Pick<Ride, 'route' | 'section' | 'detour'>
  /** The section chosen last; price, times and seats follow with the server's response. */
  chosen: SectionPositions
  onChoose: (part: SectionPositions) => void
}

/** Where the passenger gets on and off, on a ride with stops. A detour was chosen before, and is only asked for or not. */
export function PartChooser({ ride: { route, detour }, chosen, onChoose }: PartChooserProps) {
  const t = useT()
  const { time } = useFormat()
  const last = route.length - 1
  if (last < 2 || detour) return null
  const options = (stops: typeof route) =>
    stops.map(({ position, text, passes_at }) => (
      <option key={position} value={position}>
        {/* Only where the ride itself starts and ends has the driver said when. */}
        {[text, position > 0 && position < last ? `${t('rides.circa')} ${time(passes_at)}` : time(passes_at)].join(
          ' · ',
        )}
      </option>
    ))
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('reservations.get_on')}>
        <Select
          name="get_on"
          value={chosen.from_position}
          onChange={(event) => onChoose(moveSection(chosen, { from_position: Number(event.target.value) }, last))}
        >
          {options(route.slice(0, -1))}
        </Select>
      </Field>
      <Field label={t('reservations.get_off')}>
        <Select
          name="get_off"
          value={chosen.to_position}
          onChange={(event) => onChoose(moveSection(chosen, { to_position: Number(event.target.value) }, last))}
        >
          {options(route.slice(1))}
        </Select>
      </Field>
    </div>
  )
}
