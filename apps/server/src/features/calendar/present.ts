/** Trips as calendar programs read them (iCalendar, RFC 5545). */
import { PRODUCT_NAME } from '@samtur/contract/constants'
import { ridePath } from '@samtur/contract/paths'
import type { Translate } from '@samtur/i18n/translate'
import ical, { ICalCalendarMethod, ICalEventStatus, type ICalEventData } from 'ical-generator'
import type { TripRow } from './views.ts'

export interface Reader {
  t: Translate
  /** Where the links lead. */
  origin: string
  now: Date
}

/** All trips in one file; `url` is where it is read again. */
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

/** One trip, to be taken into a calendar once. */
export function presentTrip(trip: TripRow, reader: Reader): string {
  const calendar = ical({
    prodId: { company: PRODUCT_NAME, product: 'trips' },
    method: ICalCalendarMethod.PUBLISH,
    events: [eventOf(trip, reader)],
  })
  return calendar.toString()
}

/** Never a phone number or an address of a person: the file leaves the product. */
function eventOf(trip: TripRow, { t, origin, now }: Reader): ICalEventData {
  const { id, ride_id, driving, cancelled, version, from_position, to_position } = trip
  const way = `${oneLine(trip.from_text)} → ${oneLine(trip.to_text)}`
  return {
    id: `${driving ? 'ride' : 'reservation'}-${id}@samtur`,
    // What is cancelled has changed once more; a program keeps what has the higher number.
    sequence: version + (cancelled ? 1 : 0),
    stamp: now,
    created: trip.created_at,
    start: trip.departs_at,
    end: trip.arrives_at,
    summary: cancelled ? t('site.calendar_cancelled', { trip: way }) : way,
    location: oneLine(trip.from_text),
    description: describe(trip, t),
    url: origin + ridePath(ride_id, driving ? undefined : { from_position, to_position }),
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  }
}

function describe({ driving, driver, contact, seats, ...car }: TripRow, t: Translate): string {
  const lines = driving
    ? [t('site.calendar_own'), t('site.calendar_taken', { count: seats })]
    : [t('site.calendar_driver', { name: firstName(driver) }), t('site.calendar_seats', { count: seats })]
  if (contact && !driving) {
    const looks = [car.car_make, car.car_model, car.car_color].map(oneLine).join(' ')
    lines.push(t('site.calendar_car', { car: looks }), t('site.calendar_plate', { plate: oneLine(car.license_plate) }))
  }
  return lines.join('\n')
}

const firstName = (name: string) => oneLine(name).split(' ')[0] ?? ''

/** Without the signs that could begin a line of the file, whatever the library does with them. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
