import { useId, type ReactNode } from 'react'
import { ridePath } from '@samtur/contract/paths'
import type { Ride } from '@samtur/contract/rides'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Card, CardLink } from '#ui/card'
import { Loading, Skeleton } from '#ui/skeleton'
import { DriverLine } from './driver-line.tsx'
import { sectionOf } from './model.ts'
import { OsloTime, RidePrice, RideHead, RideTags, useDuration } from './ride-head.tsx'
import { RideRoute } from './ride-route.tsx'

export interface RideCardProps {
  ride: Ride
  /**
   * Buttons at the foot, pressable above the card's own link. Each is a cell of a row; one with `@max-md:col-span-full` gets a
   * separate row where the card is narrow, one with `col-span-full` always.
   */
  actions?: ReactNode
  /** The heading's level on its page. */
  level?: 'h2' | 'h3' | 'h4'
  /** Where the card leads. */
  to?: string
  /** What is not agreed yet; the card then has a dashed border. */
  notice?: ReactNode
}

/** A ride or a section of it in a list. The whole card opens the ride. */
export function RideCard({ ride, actions, level: Heading = 'h3', to, notice }: RideCardProps) {
  const t = useT()
  const format = useFormat()
  const headingId = useId()
  const { section } = ride
  const heading = (
    <Heading id={headingId} className="min-w-0 font-sans text-base/6 font-bold tracking-normal row:text-sm/6">
      <CardLink to={to ?? ridePath(ride.id, sectionOf(section))}>
        <time suppressHydrationWarning dateTime={section.departure_time}>
          {format.date(section.departure_time)}
        </time>
        <span className="sr-only">
          {' '}
          {format.zonedTime(section.departure_time)},{' '}
          {t('rides.from_to', { from: section.start_location, to: section.end_location })}
        </span>
      </CardLink>
    </Heading>
  )
  return (
    <Card
      as="article"
      interactive
      aria-labelledby={headingId}
      className={`@container flex h-full flex-col gap-4 row:gap-0 row:px-3 row:pt-1.5 row:pb-0 ${notice ? 'border-dashed border-edge!' : ''}`}
    >
      <RideHead
        when={heading}
        duration={useDuration(ride)}
        price={<RidePrice kroner={section.price} currency={ride.currency} />}
        note={<OsloTime at={section.departure_time} spoken={false} />}
      />
      {/* Read first, and seen first in a row; a whole card shows the tags above it. */}
      <RideRoute ride={ride} className="order-1 flex-1 row:order-none" />
      <RideTags ride={ride} />
      {notice && <div className="row:my-1.5">{notice}</div>}
      {ride.notes && (
        <p
          dir="auto"
          className="order-1 line-clamp-2 text-sm whitespace-pre-line text-soft wrap-anywhere row:order-none row:line-clamp-1 row:leading-5 row:whitespace-normal"
        >
          {ride.notes}
        </p>
      )}
      <div className={foot}>
        <DriverLine driver={ride.driver} />
        <div className={buttons}>{actions}</div>
      </div>
    </Card>
  )
}

/** So many rides are shown as cards in a wide window. */
const mostCards = 3

/** In a wide card the buttons stand beside the driver where the words leave room, and else below, in a row of their own. */
const foot =
  'order-1 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2.5 gap-y-3 border-t border-line pt-4 ' +
  '@md:flex @md:flex-wrap @md:*:first:flex-[999_1_13.5rem] ' +
  'row:order-none row:flex row:min-h-11 row:flex-wrap row:gap-x-2 row:gap-y-0 row:border-0 row:pt-0 row:*:first:flex-[1_1_6rem]'
const buttons =
  'contents @md:flex @md:grow @md:gap-2.5 @md:*:grow @md:has-[>.col-span-full]:w-full ' +
  'row:ms-auto row:flex row:grow-0 row:items-center row:gap-1 row:*:grow-0'

/** As tall as a row with notes; where whole cards come, from 900 px on as tall as one with a stop and notes. */
function RideSkeleton({ whole }: { whole: boolean }) {
  return (
    <Card padding="none" className={`flex h-41 flex-col gap-2 px-3 pt-2 ${whole ? 'md:h-86 md:gap-5 md:p-5.5' : ''}`}>
      <div className="flex items-start justify-between">
        <Skeleton className="h-5 w-36" />
        <Skeleton className="h-6 w-16" />
      </div>
      <Skeleton className="h-5 w-1/2" />
      <Skeleton className="h-5 w-2/5" />
      <Skeleton className="h-4 w-3/4" />
      <div className={`flex items-center justify-between ${whole ? 'md:mt-auto' : ''}`}>
        <Skeleton className="h-7 w-28" />
        <Skeleton className="h-9 w-26" />
      </div>
    </Card>
  )
}

/** Between two rows of a list. */
const rowGap = 'gap-1.5 sm:gap-3'

/** A list of rides: rows on a phone, and everywhere when there are many. */
export function RideGrid({ count, children }: { count: number; children: ReactNode }) {
  return (
    <ul data-rows={count > mostCards ? 'all' : 'narrow'} className={`grid md:grid-cols-2 ${rowGap}`}>
      {children}
    </ul>
  )
}

/** The shape of a list of so many rides while it loads; `label` says so where no other text does. */
export function RideListSkeleton({ label, count = 4 }: { label?: string; count?: number }) {
  const cards = Array.from({ length: count }, (_, index) => <RideSkeleton key={index} whole={count <= mostCards} />)
  const grid = `grid md:grid-cols-2 ${rowGap}`
  return label ? (
    <Loading label={label} className={grid}>
      {cards}
    </Loading>
  ) : (
    <div aria-hidden="true" className={grid}>
      {cards}
    </div>
  )
}
