/** What happened in the demo before it begins: who drives where, who asked for a seat, who wrote what. Made without a database. */
import { addBookings } from './bookings.ts'
import { createCalendar, HOUR } from './calendar.ts'
import { planChats } from './chats.ts'
import { ingrid, mikkel, people, type Person } from './people.ts'
import type { PlannedChat, PlannedReport, PlannedRide, PlannedSupport } from './planned.ts'
import { planReports } from './reports.ts'
import { planStories } from './stories.ts'
import { planSupport } from './support.ts'
import { pastTrips, postponeDeparted, upcomingTrips } from './trips.ts'

export interface Plan {
  people: Person[]
  rides: PlannedRide[]
  chats: PlannedChat[]
  support: PlannedSupport[]
  reports: PlannedReport[]
}

/** The same plan for the same day; only what is unread is counted back from `now`. */
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
    people,
    rides: [...stories.rides, ...rides],
    chats,
    support: planSupport(calendar),
    reports: planReports(calendar, chats),
  }
}

/** Nobody is in two places at once, nor back at home right away. */
function isTooClose(ride: PlannedRide, other: PlannedRide) {
  return ride.driver === other.driver && Math.abs(ride.departure.getTime() - other.departure.getTime()) < 36 * HOUR
}
