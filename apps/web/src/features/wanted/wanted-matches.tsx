import { useEffect, useRef, useState } from 'react'
import { firstName } from '@samtur/contract/names'
import type { OwnWanted } from '@samtur/contract/wanted'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Tag } from '#ui/badge'
import { Button } from '#ui/button'
import { CardLink } from '#ui/card'
import { Icon } from '#ui/icon'
import { Price } from '#ui/price'
import { Rating } from '#ui/rating'
import { TimeRange } from '#ui/time-range'
import { partPath } from '../rides/detours.ts'

type Match = OwnWanted['matches'][number]

/** As many rides are shown before the press that shows all. */
const few = 3

/** The rides that match, inside the card; each row opens its ride. */
export function WantedMatches({ wanted: { matches, match_count } }: { wanted: OwnWanted }) {
  const t = useT()
  const list = useRef<HTMLUListElement>(null)
  const [all, setAll] = useState(false)
  const more = match_count - matches.filter(({ offered }) => !offered).length
  const shown = all ? matches : matches.slice(0, few)
  // The button that had the focus is gone.
  useEffect(() => {
    if (all) list.current?.querySelectorAll('a')[few]?.focus()
  }, [all])
  return (
    <ul ref={list} className="flex flex-col divide-y divide-line border-y border-line">
      {shown.map((ride) => (
        <li key={ride.id} className="relative flex min-h-15 items-center gap-3 py-3 hover:bg-sunk/60">
          <MatchRow ride={ride} />
        </li>
      ))}
      {shown.length < matches.length && (
        <li className="py-2">
          <Button variant="ghost" size="sm" icon="chevron-down" onClick={() => setAll(true)} className="relative z-1">
            {t('wanted.all_matches', { count: matches.length })}
          </Button>
        </li>
      )}
      {shown.length === matches.length && more > 0 && (
        <li className="py-3 text-sm text-soft">{t('wanted.more_matches', { count: more })}</li>
      )}
    </ul>
  )
}

function MatchRow({ ride }: { ride: Match }) {
  const t = useT()
  const format = useFormat()
  const { section, detour, driver, offered, currency } = ride
  const price = format.price(section.price, currency)
  return (
    <>
      <div className="min-w-0 flex-1">
        <p className="font-semibold tabular">
          <CardLink to={partPath(ride)}>
            <span className="whitespace-nowrap">{format.date(section.departure_time)}</span>{' '}
            <TimeRange>
              {format.time(section.departure_time)}–{format.time(section.arrival_time)}
            </TimeRange>
            <span className="sr-only">
              {' '}
              {t('rides.from_to', { from: section.start_location, to: section.end_location })}
            </span>
          </CardLink>
        </p>
        <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-soft">
          <bdi>{firstName(driver.full_name) || t('core.deleted_user')}</bdi>
          {driver.rating !== null && (
            <Rating
              value={format.rating(driver.rating)}
              count={driver.rating_count}
              label={t('rides.rating', { rating: format.rating(driver.rating), count: driver.rating_count })}
            />
          )}
          {detour && <span>{t('wanted.detour', { minutes: detour.minutes })}</span>}
        </p>
        {offered && (
          <p className="mt-1.5">
            <Tag tone="brand" icon="check">
              {t('wanted.offered_to_you')}
            </Tag>
          </p>
        )}
      </div>
      <Price amount={price.amount} unit={price.unit} size="md" className="shrink-0" />
      <Icon name="chevron-end" className="text-soft" />
    </>
  )
}
