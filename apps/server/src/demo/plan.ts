/** Plans the demo's past without a database: who drives where, who requested seats, who looks for a ride, who wrote what. */
import { ratingPauseDays } from '@samtur/contract/constants'
import { addBookings } from './bookings.ts'
import { createCalendar, HOUR } from './calendar.ts'
import { planChats } from './chats.ts'
import { ingrid, mikkel, people, type Person } from './people.ts'
import type { PlannedChat, PlannedPost, PlannedReport, PlannedRide, PlannedSupport } from './planned.ts'
import { planPosts } from './posts.ts'
import { planReports } from './reports.ts'
import { planStories } from './stories.ts'
import { planSupport } from './support.ts'
import { pastTrips, postponeDeparted, upcomingTrips } from './trips.ts'

export interface Plan {
  now: Date
  people: Person[]
  rides: PlannedRide[]
  chats: PlannedChat[]
  support: PlannedSupport[]
  reports: PlannedReport[]
  posts: PlannedPost[]
}

/** Returns the same plan for the same day; only unread messages depend on `now`. */
export function planDemo(now: Date): Plan {
  const calendar = createCalendar(now)
  const drivers = people.filter((person) => person.car)
  const stories = planStories(calendar)
  const trips = drivers.flatMap((driver) => [
    ...pastTrips(driver, calendar),
    ...(driver === ingrid ? [] : upcomingTrips(driver, calendar)),
  ])
  const rides = trips.filter((ride) => !stories.rides.some((other) => isTooClose(ride, other)))
  const passengers = people.filter((person) => person !== ingrid && person !== mikkel)
  addBookings(rides, passengers, calendar)
  const chats = [...stories.chats, ...planChats(rides, calendar)]
  postponeDeparted(rides, calendar)
  return {
    now,
    people,
    rides: withPauses([...stories.rides, ...rides]),
    chats,
    support: planSupport(calendar),
    reports: planReports(calendar, chats),
    posts: planPosts(calendar),
  }
}

/** Leaves out ratings that come too soon after another one of the same pair, or are for trips at the same time; the stories' come first. */
function withPauses(rides: PlannedRide[]): PlannedRide[] {
  const kept: { ride: PlannedRide; passenger: Person; at: Date }[] = []
  const pause = ratingPauseDays * 24 * HOUR
  for (const ride of rides)
    for (const request of ride.requests) {
      const { passenger, rating } = request
      if (!rating) continue
      const isClose = kept.some(
        (other) =>
          other.passenger === passenger &&
          other.ride.driver === ride.driver &&
          (Math.abs(other.at.getTime() - rating.at.getTime()) < pause ||
            (other.ride.departure < ride.arrival && other.ride.arrival > ride.departure)),
      )
      if (isClose) request.rating = null
      else kept.push({ ride, passenger, at: rating.at })
    }
  return rides
}

/** Returns whether two rides of a driver are too close in time, including the way home. */
function isTooClose(ride: PlannedRide, other: PlannedRide) {
  return ride.driver === other.driver && Math.abs(ride.departure.getTime() - other.departure.getTime()) < 36 * HOUR
}
