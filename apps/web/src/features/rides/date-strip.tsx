import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { searchDays } from '@samtur/contract/constants'
import type { SearchAddress } from '@samtur/contract/filters'
import { searchPath } from '@samtur/contract/paths'
import type { RideDays } from '@samtur/contract/search'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { daysQuery } from './read-queries.ts'

/** Seven days with the number of rides and the lowest price of each; a press shows that day. Keeps its place without them. */
export function DateStrip({ search }: { search: SearchAddress }) {
  const t = useT()
  const days = useQuery(daysQuery(search)).data?.days ?? []
  if (days.length === 0) return <div className={strip} />
  return (
    <nav aria-label={t('search.days')} className={strip}>
      <ul className="flex md:gap-1.5">
        {days.map((day) => (
          <li key={day.date} className="flex-auto md:flex-1">
            <Day day={day} search={search} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

const strip =
  'relative -mx-4 mb-2 min-h-12.5 overflow-x-auto border-y border-line bg-surface sm:mx-0 md:mb-4 md:border-0 md:bg-transparent'

function Day({ day: { date, count, lowest_price }, search }: { day: RideDays['days'][number]; search: SearchAddress }) {
  const t = useT()
  const format = useFormat()
  const chosen = date === search.date
  const shown = count > searchDays.most ? `${format.number(searchDays.most)}+` : format.number(count)
  const price = lowest_price !== null && format.number(lowest_price)
  const rides = count > 0
  const look = chosen
    ? 'bg-brand text-on-brand'
    : rides
      ? 'bg-surface text-text hover:bg-sunk md:border-line'
      : 'text-soft hover:bg-sunk'
  return (
    <Link
      to={searchPath({ ...search, date })}
      rel="nofollow"
      aria-current={chosen ? 'date' : undefined}
      className={`flex min-h-12 flex-col items-center justify-center border border-transparent px-0.5 text-sm/4.5 whitespace-nowrap no-underline -outline-offset-2! tabular md:rounded-field ${look}`}
    >
      <time suppressHydrationWarning dateTime={date} className={chosen ? 'font-semibold' : rides ? 'font-medium' : ''}>
        {format.weekday(date)}
      </time>
      <span aria-hidden="true" className={rides ? 'sm:hidden' : ''}>
        {price ? `${shown} · ${price}` : rides ? shown : '–'}
      </span>
      <span className={rides ? 'max-sm:sr-only' : 'sr-only'}>
        {price
          ? t('search.day_rides', { count, shown, price })
          : t(rides ? 'search.day_many' : 'search.day_none', { shown })}
      </span>
    </Link>
  )
}
