import { useId, useRef, useState, type ReactNode } from 'react'
import type { TodayTrip } from '@samtur/contract/travel'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Card } from '#ui/card'
import { Icon } from '#ui/icon'
import { PointList } from '../meeting-points/point-list.tsx'
import { CompanionPart } from './companion-part.tsx'
import { DayHead, PointCard } from './day-head.tsx'
import { did } from './did.ts'
import { FollowSection } from './follow-section.tsx'
import { isDriving, nextChoice, openChoices, pointStops, saidLines } from './model.ts'
import { rowClass, SayRows } from './say-rows.tsx'
import { SettlePart } from './settle-part.tsx'
import { ThumbBar } from './thumb-bar.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { useSaying } from './use-saying.ts'

interface TripCardProps {
  trip: TodayTrip
  /** The one with the thumb's bar, of which a page has one. */
  present: boolean
}

/** One trip of today, in the order in which one needs it: what fits on a phone's screen, then the rest. */
export function TripCard({ trip, present }: TripCardProps) {
  const t = useT()
  const titleId = useId()
  const saying = useSaying(trip)
  const { companions } = trip
  const driving = isDriving(trip)
  const choices = openChoices(trip)
  const rows = useRef<HTMLUListElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const keepFocus = useKeptFocus()
  const [openedAt, setOpenedAt] = useState<number>()
  // Who reads this car out goes on doing so when the next trip begins.
  const withBar = present || openedAt !== undefined
  const next = withBar ? nextChoice(trip, choices) : undefined
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3">
      <h2 id={titleId} className="sr-only">
        {t('rides.from_to', { from: trip.start.text, to: trip.end.text })}
      </h2>
      <DayHead trip={trip} />
      <PointCard trip={trip} />
      {companions.length === 0 && <p className="text-soft">{t('travel.no_passengers')}</p>}
      {companions.map((companion) => (
        <CompanionPart key={companion.reservation_id} companion={companion} trip={trip} />
      ))}
      {withBar && (
        <ThumbBar
          ref={bar}
          trip={trip}
          next={next}
          saying={saying}
          help={{ openedAt, setOpenedAt }}
          // The bar itself goes to the next trip.
          onPress={(button) => keepFocus(button, () => bar.current ?? rows.current)}
        />
      )}
      <Card padding="none">
        <ul ref={rows} tabIndex={-1} className="divide-y divide-line">
          <SayRows
            choices={choices.filter((choice) => choice !== next)}
            driving={driving}
            saying={saying}
            onPress={(button) => keepFocus(button, () => rows.current)}
          />
          <li>
            <FollowRow trip={trip} />
          </li>
        </ul>
      </Card>
      <Said trip={trip} />
      {companions.map((companion) => (
        <SettlePart key={companion.reservation_id} companion={companion} />
      ))}
      <Card padding="sm">
        <PointList stops={pointStops(trip)} drawn />
      </Card>
      {companions.some(({ met }) => !met) && <p className="px-1 text-sm text-soft">{t('travel.code_note')}</p>}
    </section>
  )
}

/** A row that opens the links with which others follow; open from the start where there are some. */
function FollowRow({ trip }: { trip: TodayTrip }) {
  const t = useT()
  // Only from the start: taking the last link back would close the row around the focus.
  const [open, setOpen] = useState(trip.follow_links.length > 0)
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
      <summary className={rowClass}>
        <Icon name="share" size={22} />
        <span className="min-w-0 flex-1 wrap-anywhere">{t('travel.share_title')}</span>
        <Icon
          name="chevron-end"
          className="text-soft transition-transform group-open:rotate-90 rtl:group-open:-rotate-90"
        />
      </summary>
      <div className="px-4 pt-1 pb-4">
        <FollowSection trip={trip} />
      </div>
    </details>
  )
}

function Said({ trip }: { trip: TodayTrip }): ReactNode {
  const t = useT()
  const format = useFormat()
  const lines = saidLines(trip)
  return (
    // Always there, because a region that appears together with its content is not announced.
    <div
      aria-live="polite"
      className={lines.length === 0 ? 'hidden' : 'rounded-card border border-line bg-surface p-4'}
    >
      <h3 className="mb-1.5 font-sans text-base font-semibold tracking-normal">{t('travel.said_title')}</h3>
      <ul className="flex flex-col gap-1">
        {lines.map(({ name, kind, at }) => (
          <li key={`${name} ${kind} ${at}`} className="flex gap-3">
            <time dateTime={at} className="tabular text-soft">
              {format.time(at)}
            </time>
            <span className="min-w-0 wrap-anywhere">
              <bdi className="font-medium">{name ?? t('travel.you')}</bdi>: {t(did(kind))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
