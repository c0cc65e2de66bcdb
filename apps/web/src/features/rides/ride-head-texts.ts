import type { RideDetail } from '@samtur/contract/rides'
import type { Translate } from '@samtur/i18n/translate'
import { ApiError } from '#lib/api'
import { inOrder, joined, type Head, type HeadInput } from '#lib/head'
import { rideState } from './ride-state.ts'

/** Title of a ride, and on the server what a link preview shows of it. */
export function rideHead(ride: RideDetail, on: HeadInput): Head {
  const { start_location: from, end_location: to, departure_time } = ride.section
  const places = [from, to].map((place) => inOrder(on.language, place)).join(' – ')
  const title = joined(on.language, places, on.format.date(departure_time))
  return import.meta.env.SSR ? { title, ...previewOf(ride, on) } : { title }
}

function previewOf(ride: RideDetail, { t, language, format }: HeadInput): Omit<Head, 'title'> {
  const { section, driver, currency } = ride
  const { text, open } = stateOf(t, ride)
  const card = t('site.ride_title', {
    from: inOrder(language, section.start_location),
    to: inOrder(language, section.end_location),
    when: inOrder(language, format.dateTime(section.departure_time)),
    price: inOrder(language, format.price(section.price, currency).text),
  })
  const by = driver.full_name && t('site.ride_driver', { driver: inOrder(language, driver.full_name) })
  return { card, description: [`${text}.`, by, t('site.ride_more')].filter(Boolean).join(' '), passing: !open }
}

function stateOf(t: Translate, ride: RideDetail) {
  const state = rideState(ride)
  if (state === 'cancelled') return { text: t('ride.cancelled_title'), open: false }
  if (state === 'departed') return { text: t('ride.departed_title'), open: false }
  if (ride.section.available_seats === 0) return { text: t('ride.full_title'), open: true }
  return { text: t('rides.seats_left', { count: ride.section.available_seats }), open: true }
}

/** Title of the page of a ride that cannot be shown. */
export const rideProblem = (t: Translate, error: unknown) =>
  t(error instanceof ApiError && error.code === 'not_found' ? 'ride.not_found_title' : 'ride.load_ride_failed')
