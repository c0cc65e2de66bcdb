import { useSearchParams } from 'react-router'
import type { Ride, RouteStop } from '@samtur/contract/rides'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Field } from '#ui/field'
import { Select } from '#ui/text-input'
import { partFields, withDetourStop, type RidePart } from './detours.ts'
import { isEstimated, type SectionPositions } from './model.ts'
import { movePart } from './section-form.ts'

export function isWhole({ from_position, to_position }: SectionPositions, route: readonly unknown[]) {
  return from_position === 0 && to_position === route.length - 1
}

interface SectionChooserProps {
  ride: Pick<Ride, 'route' | 'section' | 'detour' | 'currency'>
  chosen: RidePart
  /** The two choices below each other where there is a map beside them. */
  stacked: boolean
}

/** Where one gets on and off. The address names the part, so that it can be shared, and price, times and seats follow. */
export function SectionChooser({ ride, chosen, stacked }: SectionChooserProps) {
  const t = useT()
  const format = useFormat()
  const [, setParams] = useSearchParams()
  const { route, section, detour } = ride
  const last = route.length - 1
  // The place of a detour can be chosen as long as it is the chosen one.
  const shown = withDetourStop(ride)
  const getOn = detour?.end === 'start' ? shown.section.from_position : chosen.from_position
  const getOff = detour?.end === 'end' ? shown.section.to_position : chosen.to_position

  const choose = (change: Partial<SectionPositions>) => {
    const next = movePart({ ...chosen, detour: detour ?? undefined }, change, last)
    setParams(!next.detour && isWhole(next, route) ? {} : partFields(next), { replace: true })
  }
  const timeAt = (position: number, time: string) =>
    detour || isEstimated(position, shown.route) ? `${t('rides.circa')} ${format.time(time)}` : format.time(time)
  const options = (stops: readonly RouteStop[], chosenAt: number) =>
    stops
      .filter(({ position }) => Number.isInteger(position) || position === chosenAt)
      .map(({ position, text, passes_at }) => (
        <option key={position} value={position}>
          {[text, timeAt(position, passes_at)].join(' · ')}
        </option>
      ))

  return (
    <div className={`grid gap-4 border-t border-line pt-4 sm:grid-cols-2 ${stacked ? 'lg:grid-cols-1' : ''}`}>
      <Field label={t('ride.get_on')}>
        <Select value={getOn} onChange={(event) => choose({ from_position: Number(event.target.value) })}>
          {options(shown.route.slice(0, -1), getOn)}
        </Select>
      </Field>
      <Field label={t('ride.get_off')}>
        <Select value={getOff} onChange={(event) => choose({ to_position: Number(event.target.value) })}>
          {options(shown.route.slice(1), getOff)}
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
