/** Trips as calendar programs read them (iCalendar, RFC 5545). */
import { PRODUCT_NAME } from '@samtur/contract/constants'
import { firstName } from '@samtur/contract/names'
import { todayPath } from '@samtur/contract/paths'
import type { Translate } from '@samtur/i18n/translate'
import ical, { ICalCalendarMethod, ICalEventStatus, type ICalEventData } from 'ical-generator'
import { seesContact } from '#features/rides/port'
import type { TripRow } from './views.ts'

export interface Reader {
  t: Translate
  /** Links begin with it. */
  origin: string
  /** Stands as the organizer, whom RFC 5546 requires: no person's address leaves the product. */
  supportEmail: string
  now: Date
}

/** Returns the file of a feed; programs read it again at `url`. */
export function presentFeed(trips: TripRow[], reader: Reader, url: string): string {
  const calendar = ical({
    name: reader.t('site.calendar_name', { product: PRODUCT_NAME }),
    prodId: { company: PRODUCT_NAME, product: 'trips' },
    method: ICalCalendarMethod.PUBLISH,
    url,
    ttl: 3600,
    events: trips.map((trip) => eventOf(trip, reader)),
  })
  return calendar.toString()
}

/** Returns the file of one trip; that of a cancelled trip takes it out of the calendar that has it. */
export function presentTrip(trip: TripRow, reader: Reader): string {
  const calendar = ical({
    prodId: { company: PRODUCT_NAME, product: 'trips' },
    method: trip.cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    events: [eventOf(trip, reader)],
  })
  return calendar.toString()
}

/** Leaves out phone numbers and addresses of people, because the file leaves the product. */
function eventOf(trip: TripRow, { t, origin, supportEmail, now }: Reader): ICalEventData {
  const { id, ride_id, driving, cancelled, version } = trip
  const way = `${oneLine(trip.from_text)} → ${oneLine(trip.to_text)}`
  return {
    id: `${driving ? 'ride' : 'reservation'}-${id}@samtur`,
    // A cancellation counts as one more change: programs keep the event with the highest number.
    sequence: version + (cancelled ? 1 : 0),
    stamp: now,
    organizer: { name: PRODUCT_NAME, email: supportEmail },
    created: trip.created_at,
    start: trip.departs_at,
    end: trip.arrives_at,
    summary: cancelled ? t('site.calendar_cancelled', { trip: way }) : way,
    location: [trip.from_point ?? [], trip.from_text].flat().map(oneLine).join(', '),
    description: describe(trip, t, now),
    url: origin + todayPath(ride_id),
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  }
}

function describe({ driving, driver, seats, ...trip }: TripRow, t: Translate, now: Date): string {
  const { reservation_status: status, ride_arrives_at, ...car } = trip
  const lines = driving
    ? [t('site.calendar_own'), t('site.calendar_taken', { count: seats })]
    : [t('site.calendar_driver', { name: firstName(oneLine(driver)) }), t('site.calendar_seats', { count: seats })]
  if (seesContact(status && { status }, ride_arrives_at, now)) {
    const looks = [car.car_make, car.car_model, car.car_color].map(oneLine).join(' ')
    lines.push(t('site.calendar_car', { car: looks }), t('site.calendar_plate', { plate: oneLine(car.license_plate) }))
  }
  return lines.join('\n')
}

/** Replaces control characters and line separators, which could begin a new line of the file. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
