import { useSearchParams } from '#lib/router'
import { lengths } from '@samtur/contract/constants'
import type { Ride } from '@samtur/contract/rides'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Field } from '#ui/field'
import { Select } from '#ui/text-input'
import { isEstimated, type SectionPositions } from './model.ts'
import { moveSection } from './section-form.ts'

/** The section an address names, if there can be such a one. */
export function readSection(params: URLSearchParams): SectionPositions | undefined {
  const [from, to] = ['from_position', 'to_position'].map((name) => params.get(name) ?? '')
  if (!/^\d{1,2}$/.test(from ?? '') || !/^\d{1,2}$/.test(to ?? '')) return undefined
  const section = { from_position: Number(from), to_position: Number(to) }
  return section.from_position < section.to_position && section.to_position <= lengths.stops + 1 ? section : undefined
}

export function isWhole({ from_position, to_position }: SectionPositions, route: readonly unknown[]) {
  return from_position === 0 && to_position === route.length - 1
}

interface SectionChooserProps {
  ride: Pick<Ride, 'route' | 'section' | 'currency'>
  chosen: SectionPositions
  /** The two choices below each other where there is a map beside them. */
  stacked: boolean
}

/** Where one gets on and off. The address names the part, so that it can be shared, and price, times and seats follow. */
export function SectionChooser({ ride, chosen, stacked }: SectionChooserProps) {
  const t = useT()
  const format = useFormat()
  const [, setParams] = useSearchParams()
  const { route, section } = ride
  const last = route.length - 1

  const choose = (change: Partial<SectionPositions>) => {
    const next = moveSection(chosen, change, last)
    const named = Object.entries(next).map(([name, position]) => [name, String(position)])
    setParams(isWhole(next, route) ? {} : Object.fromEntries(named), { replace: true })
  }
  const timeAt = (position: number, time: string) =>
    isEstimated(position, route) ? `${t('rides.circa')} ${format.time(time)}` : format.time(time)
  const options = (stops: typeof route) =>
    stops.map(({ position, text, passes_at }) => (
      <option key={position} value={position}>
        {[text, timeAt(position, passes_at)].join(' · ')}
      </option>
    ))

  return (
    <div className={`grid gap-4 border-t border-line pt-4 sm:grid-cols-2 ${stacked ? 'lg:grid-cols-1' : ''}`}>
      <Field label={t('ride.get_on')}>
        <Select
          value={chosen.from_position}
          onChange={(event) => choose({ from_position: Number(event.target.value) })}
        >
          {options(route.slice(0, -1))}
        </Select>
      </Field>
      <Field label={t('ride.get_off')}>
        <Select value={chosen.to_position} onChange={(event) => choose({ to_position: Number(event.target.value) })}>
          {options(route.slice(1))}
        </Select>
      </Field>
      <p role="status" className="sr-only">
        {!section.whole &&
          t('ride.section_chosen', {
            from: section.start_location,
            to: section.end_location,
            price: format.price(section.price, ride.currency).text,
          })}
      </p>
    </div>
  )
}
