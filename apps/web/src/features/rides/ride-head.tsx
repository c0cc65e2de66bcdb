import type { ReactNode } from 'react'
import type { Currency } from '@samtur/contract/constants'
import type { Ride, RideDetail } from '@samtur/contract/rides'
import { boot } from '#lib/boot'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Tag } from '#ui/badge'
import { Icon } from '#ui/icon'
import { Price } from '#ui/price'
import { givesSeatAtOnce, hasDeparted, hasEstimate } from './model.ts'
import { onlyGenderText } from './same-gender-text.ts'

interface RideHeadProps {
  when: ReactNode
  duration?: string
  price: ReactNode
  /** Shown below the first line, in the space that is there anyway. */
  note?: ReactNode
}

/** The first line of a ride: when and how long at its start, what it costs at its end. */
export function RideHead({ when, duration, price, note }: RideHeadProps) {
  return (
    <div className="flex items-start justify-between gap-4 row:gap-2 row:text-sm/6">
      {/* The dot stands before the duration, and is clipped where the duration wraps to a new line. */}
      <div className="min-w-0 overflow-x-clip pt-0.5 row:flex row:gap-2 row:pt-0">
        <div className="-ms-3 flex flex-wrap items-baseline *:ms-3">
          {when}
          {duration && (
            <span className="text-soft tabular before:-ms-3 before:inline-block before:w-3 before:text-center before:content-['·'_/_'']">
              {duration}
            </span>
          )}
        </div>
        {note}
      </div>
      {price}
    </div>
  )
}

/**
 * Says whose clock the times beside it are, where the device's shows another time. It takes no height: the server does not
 * know the device's zone, so the note appears later and must not move anything. `spoken` is false where screen readers hear it elsewhere.
 */
export function OsloTime({ at, spoken = true }: { at: string; spoken?: boolean }) {
  const zone = useFormat().zone(at)
  return (
    zone && (
      <span
        aria-hidden={!spoken || undefined}
        className="block h-0 min-w-0 text-sm/4 whitespace-nowrap text-soft row:line-clamp-1 row:h-6 row:flex-1 row:text-sm/6 row:whitespace-normal"
      >
        {zone}
      </span>
    )
  )
}

/** How long the passenger's part takes; an estimate where it begins or ends on the way. */
export function useDuration(ride: Pick<Ride, 'route' | 'section'>): string {
  const t = useT()
  const { section } = ride
  const duration = useFormat().duration(section.departure_time, section.arrival_time)
  return hasEstimate(ride) ? `${t('rides.circa')} ${duration}` : duration
}

interface RidePriceProps {
  kroner: number
  currency: Currency
  size?: 'md' | 'lg' | 'xl'
}

/** For one person. */
export function RidePrice({ kroner, currency, size }: RidePriceProps) {
  const t = useT()
  const { amount, unit } = useFormat().price(kroner, currency)
  return (
    <p className="shrink-0 row:flex row:h-6">
      <Price amount={amount} unit={unit} size={size} className="row:text-xl/6" />
      <span className="sr-only"> {t('rides.per_person')}</span>
    </p>
  )
}

interface RideTagsProps {
  ride: Pick<Ride, 'departure_time' | 'pets_allowed' | 'luggage' | 'status' | 'instant_booking'> &
    Partial<
      Pick<Ride, 'start_location' | 'end_location' | 'above_cost_share' | 'detour' | 'same_gender' | 'only_gender'>
    > & {
      section: Pick<Ride['section'], 'available_seats' | 'whole'>
      driver_unavailable?: boolean
      /** Seats that are held for the reader are not free, but the ride is not full for the reader. */
      waiting?: RideDetail['waiting']
    }
}

/** Shows seats, pets, luggage other than the usual, and of which ride the figures are a part. */
export function RideTags({ ride }: RideTagsProps) {
  const t = useT()
  const { me } = useSession()
  const { section, pets_allowed, luggage, status, start_location: from = '', end_location: to = '' } = ride
  const count = section.available_seats
  // After departure, and while the driver is unavailable, no seat can be reserved.
  const open = status === 'active' && !ride.driver_unavailable && !hasDeparted(ride)
  return (
    <div className={`flex flex-wrap gap-2 empty:hidden ${inRow}`}>
      {status === 'cancelled' && (
        <Tag tone="danger" icon="block">
          {t('rides.cancelled_tag')}
        </Tag>
      )}
      {open && count > 0 && <Tag tone="brand">{t('rides.seats_left', { count })}</Tag>}
      {open && count > 0 && givesSeatAtOnce(ride, me) && (
        <Tag tone="outline">
          <Icon name="bolt" size={16} className="row:me-1 row:inline-block! row:align-[-0.2em]" />
          {t('rides.instant')}
        </Tag>
      )}
      {open && count === 0 && ride.waiting?.state !== 'offered' && <Tag>{t('rides.full')}</Tag>}
      {boot.config.same_gender && ride.same_gender && <Tag icon="seat">{onlyGenderText(t, ride.only_gender)}</Tag>}
      {!section.whole && <Tag icon="route">{t('rides.part_of', { from, to })}</Tag>}
      {pets_allowed && <Tag icon="paw">{t('rides.pets_ok')}</Tag>}
      {/* i18n-dynamic: rides.luggage.* */}
      {luggage !== 'cabin' && <Tag icon="suitcase">{t(`rides.luggage.${luggage}`)}</Tag>}
      {ride.above_cost_share && <Tag icon="wallet">{t('rides.above_share')}</Tag>}
    </div>
  )
}

/** In a row the facts are words without boxes in one line, with a dot between two; only a seat at once keeps its picture. */
const inRow =
  'row:block row:text-sm/5 row:[&_svg]:hidden row:*:inline row:*:border-0! row:*:bg-transparent row:*:p-0 row:*:font-normal ' +
  "row:*:[&:not(:last-child)]:after:mx-1 row:*:[&:not(:last-child)]:after:text-soft row:*:[&:not(:last-child)]:after:content-['·'_/_'']"
