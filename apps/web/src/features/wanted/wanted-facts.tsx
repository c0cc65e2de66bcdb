import type { ReactNode } from 'react'
import { wantedFilterNames } from '@samtur/contract/wanted-filters'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Icon, type IconName } from '#ui/icon'
import { TimeRange } from '#ui/time-range'
import { useDaysText } from './days-text.ts'
import { filterFact } from './filter-facts.ts'
import type { WantedFacts } from './model.ts'

interface Fact {
  key: string
  icon: IconName
  text: ReactNode
}

/** Returns when and with what a person wants to travel, one fact after the other. */
function useFacts(wanted: WantedFacts): Fact[] {
  const t = useT()
  const format = useFormat()
  const daysText = useDaysText()
  const { time_from, time_to, radius_km: km } = wanted
  const [seats, ...others] = wantedFilterNames.map((name) => filterFact(name, wanted[name], { t, format }))
  const facts: (Fact | false | undefined)[] = [
    { key: 'days', icon: 'calendar', text: <bdi>{daysText(wanted)}</bdi> },
    { key: 'time', icon: 'clock', text: <TimeWindow from={time_from} to={time_to} /> },
    seats,
    km > 0 && { key: 'radius', icon: 'pin', text: t('wanted.within', { km: format.number(km) }) },
    ...others,
  ]
  return facts.filter((fact) => fact !== false && fact !== undefined)
}

function TimeWindow({ from, to }: { from: string | null; to: string | null }) {
  const t = useT()
  if (from && to)
    return (
      <TimeRange>
        {from}–{to}
      </TimeRange>
    )
  if (from) return t('wanted.from_time', { time: from })
  return to ? t('wanted.until_time', { time: to }) : t('wanted.all_day')
}

/** The facts with their icons, in a row that wraps. */
export function WantedTags({ wanted }: { wanted: WantedFacts }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1.5 text-sm">
      {useFacts(wanted).map(({ key, icon, text }) => (
        <li key={key} className="flex min-w-0 items-center gap-1.5">
          <Icon name={icon} size={18} className="shrink-0 text-brand" />
          <span className="min-w-0">{text}</span>
        </li>
      ))}
    </ul>
  )
}

/** The facts as one line of text. */
export function WantedLine({ wanted }: { wanted: WantedFacts }) {
  return (
    <ul className="flex flex-wrap text-soft">
      {useFacts(wanted).map(({ key, text }, index) => (
        <li key={key} className="min-w-0">
          {index > 0 && (
            <span aria-hidden="true" className="mx-1.5">
              ·
            </span>
          )}
          {text}
        </li>
      ))}
    </ul>
  )
}
