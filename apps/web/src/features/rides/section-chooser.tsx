import { useSearchParams } from 'react-router'
import type { Ride } from '@samtur/contract/rides'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Field } from '#ui/field'
import { Select } from '#ui/text-input'
import { isWhole, moveSection, type SectionPositions } from './model.ts'

interface SectionChooserProps {
  ride: Pick<Ride, 'route' | 'section' | 'currency'>
  chosen: SectionPositions
}

/** Where one gets on and off. The address names the part, so that it can be shared, and price, times and seats follow. */
export function SectionChooser({ ride, chosen }: SectionChooserProps) {
  const t = useT()
  const format = useFormat()
  const [, setParams] = useSearchParams()
  const { route, section } = ride
  const last = route.length - 1

  const choose = (change: Partial<SectionPositions>) => {
    const next = moveSection(chosen, change, last)
    const named = Object.entries(next).map(([name, position]) => [name, String(position)])
    setParams(isWhole(next, route) ? {} : Object.fromEntries(named), { replace: true, preventScrollReset: true })
  }
  const options = (stops: typeof route) =>
    stops.map(({ position, text, passes_at }) => (
      <option key={position} value={position}>
        {`${text} · ${format.time(passes_at)}`}
      </option>
    ))

  return (
    <div className="grid gap-4 border-t border-line pt-4 sm:grid-cols-2">
      <Field label={t('rides.get_on')}>
        <Select
          value={chosen.from_position}
          onChange={(event) => choose({ from_position: Number(event.target.value) })}
        >
          {options(route.slice(0, -1))}
        </Select>
      </Field>
      <Field label={t('rides.get_off')}>
        <Select value={chosen.to_position} onChange={(event) => choose({ to_position: Number(event.target.value) })}>
          {options(route.slice(1))}
        </Select>
      </Field>
      <p role="status" className="sr-only">
        {!section.whole &&
          t('rides.section_chosen', {
            from: section.start_location,
            to: section.end_location,
            price: format.price(section.price, ride.currency).text,
          })}
      </p>
    </div>
  )
}
