/**
 * The trips of the two people whose sign-in the start prints: Ingrid has requests to answer, a passenger today and one on Friday, Mikkel has a
 * reservation in every state and one trip left to rate.
 */
import { keepPending } from './bookings.ts'
import { dayOf } from '#platform/clock'
import { type Calendar, HOUR, later, minutesAfter, toFiveMinutes } from './calendar.ts'
import { chatAbout } from './chats.ts'
import { ingrid, mikkel, people, type Person } from './people.ts'
import type { PlannedChat, PlannedRequest, PlannedRide } from './planned.ts'
import { createRandom } from './random.ts'
import * as said from './story-talks.ts'
import { type Line, partsOf } from './talks.ts'

export function planStories(calendar: Calendar): { rides: PlannedRide[]; chats: PlannedChat[] } {
  const own = ingridsRides(calendar)
  const others = mikkelsRides(calendar)
  const all = [...Object.values(own), ...Object.values(others), ...weeklyRides(others.waiting, calendar)]
  keepPending(all, calendar.midnight)
  return { rides: all, chats: conversations(own, others, calendar) }
}

/** Plans Hanne's weekly rides to work; Mikkel requests the first one. */
function weeklyRides(first: PlannedRide, calendar: Calendar): PlannedRide[] {
  const weeks = [1, 2, 3, 4, 5]
  const [start, end] = [calendar.next(2, 3), calendar.next(2, 3) + 7 * weeks.length]
  first.series = { weekdays: [2], until: dayOf(calendar.at(end, '12:00')) }
  return weeks.map((week) => {
    const departure = calendar.at(start + 7 * week, '06:30')
    const arrival = later(departure, first.arrival.getTime() - first.departure.getTime())
    return { ...first, departure, arrival, requests: [] }
  })
}

function ingridsRides(calendar: Calendar) {
  const friday = calendar.next(5, 2)
  const ride = (day: number, time: string, hours: number, details: Details) =>
    rideOf(ingrid, calendar, { day, time, hours, ...details })
  const north = ride(friday, '07:00', 7, {
    stops: ['Oslo', 'Hamar', 'Lillehammer', 'Oppdal', 'Trondheim'],
    price: 300,
    seats: 4,
    pets: true,
    note: 'Har god plass til bagasje, og vi stopper på Dombås for kaffe. Hund er hjertelig velkommen.',
  })
  north.requests = [
    accepted(mikkel, north, {
      stops: ['Hamar', 'Trondheim'],
      message: 'Hei! Skal besøke noen venner i Trondheim. Har bare en sekk.',
    }),
    addRequest(person('Sigrid'), north, {
      hours: 60,
      message: 'Hei! Skal hjem til Trondheim og har med en fele i kasse. Går det bra?',
    }),
    addRequest(person('Jonas'), north, {
      hours: 75,
      stops: ['Lillehammer', 'Oppdal'],
      seats: 2,
      message: 'Hei, vi er to som skal på fjellet. Kan vi gå på ved Skysstasjonen?',
    }),
  ]
  const home = ride(friday + 2, '14:00', 6.75, {
    stops: ['Trondheim', 'Oppdal', 'Lillehammer', 'Hamar', 'Oslo'],
    price: 300,
    seats: 3,
    pets: true,
    detour: 15,
    note: 'Hjem igjen etter helgen. Kan slippe av på Gardermoen på veien.',
  })
  home.requests = [
    accepted(person('Thu'), home, {
      stops: ['Trondheim', 'Oslo'],
      message: 'Hei! Jeg flyr videre fra Gardermoen samme kveld.',
    }),
    addRequest(person('Vilde'), home, { hours: 50, stops: ['Trondheim', 'Lillehammer'], message: null }),
    addRequest(person('Silje'), home, {
      hours: 65,
      detour: { place: 'Gardermoen', end: 'end' },
      message: 'Hei! Rekker du å slippe meg av ved flyplassen? Flyet går klokka ti.',
    }),
  ]
  // Later today, so that the page of the day of travel has something to show.
  const departure = toFiveMinutes(minutesAfter(calendar.now, 150))
  const today = {
    ...ride(0, '12:00', 1.6, { stops: ['Oslo', 'Hamar'], price: 90, seats: 3, pets: true, note: null }),
    departure,
    arrival: minutesAfter(departure, 95),
  }
  today.requests = [accepted(mikkel, today, { message: 'Hei! Skal hjem til Hamar etter jobb. Har bare en sekk.' })]
  const south = ride(calendar.next(4, friday + 3), '15:30', 3.6, {
    stops: ['Oslo', 'Fredrikstad', 'Göteborg'],
    price: 180,
    seats: 2,
    pets: false,
    note: 'Skal på messe. Drar rett fra jobben, så det kan bli fem minutter over.',
  })
  const later = ride(friday + 14, '15:00', 7, {
    stops: ['Oslo', 'Lillehammer', 'Trondheim'],
    price: 280,
    seats: 3,
    pets: true,
    note: null,
  })
  return { today, north, home, south, later }
}

function mikkelsRides(calendar: Calendar) {
  const ride = (name: string, day: number, time: string, hours: number, details: Details) =>
    rideOf(person(name), calendar, { day, time, hours, ...details })
  const commute = {
    stops: ['Hamar', 'Oslo'],
    price: 80,
    seats: 3,
    pets: false,
    note: 'Kjører til jobb. Røykfri bil, og det er helt greit å sove.',
  }
  const rides = {
    waiting: ride('Hanne', calendar.next(2, 3), '06:30', 1.6, commute),
    refused: ride('Eirik', calendar.next(6, 2), '09:00', 2.2, {
      stops: ['Lillehammer', 'Hamar', 'Oslo'],
      price: 140,
      seats: 2,
      pets: true,
      note: null,
    }),
    withdrawn: ride('Lars', calendar.next(4, 9), '08:00', 6.9, {
      stops: ['Oslo', 'Hamar', 'Trondheim'],
      price: 350,
      seats: 3,
      pets: false,
      note: null,
    }),
    unrated: ride('Odd', -3, '16:15', 1.6, {
      stops: ['Oslo', 'Hamar'],
      price: 90,
      seats: 3,
      pets: true,
      note: 'Røykfri bil. Musikk på lavt volum.',
    }),
    first: ride('Hanne', -44, '06:30', 1.6, commute),
    second: rideOf(ingrid, calendar, {
      day: -30,
      time: '07:15',
      hours: 7,
      stops: ['Oslo', 'Hamar', 'Trondheim'],
      price: 300,
      seats: 3,
      pets: true,
      note: null,
    }),
    third: ride('Eirik', -17, '15:30', 2.3, {
      stops: ['Oslo', 'Hamar', 'Lillehammer'],
      price: 130,
      seats: 3,
      pets: true,
      note: null,
    }),
  }
  rides.waiting.requests = [
    addRequest(mikkel, rides.waiting, {
      hours: 44,
      message: 'Hei! Har et møte i Oslo klokka ni, så dette passer perfekt.',
    }),
  ]
  rides.refused.requests = [
    accepted(person('Vilde'), rides.refused, {
      stops: ['Lillehammer', 'Oslo'],
      seats: 2,
      message: 'Vi er to søstre med lite bagasje.',
    }),
    answered(mikkel, rides.refused, 'rejected', { stops: ['Hamar', 'Oslo'], message: 'Hei, har du plass til én til?' }),
  ]
  rides.withdrawn.requests = [
    answered(mikkel, rides.withdrawn, 'cancelled', { stops: ['Hamar', 'Trondheim'], message: null }),
  ]
  const fourDaysAgo = calendar.at(-4, '18:20')
  rides.refused.fate = { at: fourDaysAgo, minutesLater: 40 }
  rides.withdrawn.fate = { at: fourDaysAgo, reason: 'Bilen må på verksted den uka.' }
  rides.unrated.requests = [accepted(mikkel, rides.unrated, { message: 'Hei! Skal hjem til Hamar etter kurs.' })]
  rides.first.requests = [
    rated(
      accepted(mikkel, rides.first, { message: null }),
      rides.first,
      9,
      'Presis og rolig tidlig om morgenen. Anbefales!',
    ),
  ]
  rides.second.requests = [
    rated(
      accepted(mikkel, rides.second, { stops: ['Hamar', 'Trondheim'], message: null }),
      rides.second,
      10,
      'Veldig hyggelig tur over fjellet. Ingrid kjører trygt og godt.',
    ),
    rated(
      accepted(person('Berit'), rides.second, {
        stops: ['Oslo', 'Trondheim'],
        message: 'Har med en koffert og en potteplante.',
      }),
      rides.second,
      10,
      'En engel bak rattet. Potteplanten kom helskinnet fram.',
    ),
  ]
  rides.third.requests = [
    rated(
      accepted(mikkel, rides.third, { stops: ['Oslo', 'Hamar'], message: null }),
      rides.third,
      8,
      'Fin tur, men det gikk litt fort på slutten.',
    ),
  ]
  return rides
}

/** Returns a person of people.ts, by first name. */
function person(firstName: string): Person {
  const found = people.find(({ name }) => name.startsWith(`${firstName} `))
  if (!found) throw new Error(`people.ts has no ${firstName}`)
  return found
}

type Details = Pick<PlannedRide, 'stops' | 'price' | 'seats' | 'pets' | 'detour' | 'note'>

function rideOf(
  driver: Person,
  calendar: Calendar,
  { day, time, hours, ...details }: Details & { day: number; time: string; hours: number },
): PlannedRide {
  const departure = calendar.at(day, time)
  const publishedAt = calendar.at(Math.min(day, 0) - 9, '19:12')
  return { driver, departure, arrival: later(departure, hours * HOUR), publishedAt, requests: [], ...details }
}

interface Asking {
  message: string | null
  stops?: [from: string, to: string]
  detour?: NonNullable<PlannedRequest['detour']>
  seats?: number
  /** Hours after the trip was published. */
  hours?: number
}

function addRequest(
  passenger: Person,
  ride: PlannedRide,
  { message, stops, detour, seats = 1, hours = 20 }: Asking,
): PlannedRequest {
  const [from, to] = stops ? stops.map((stop) => ride.stops.indexOf(stop)) : [0, ride.stops.length - 1]
  const at = minutesAfter(ride.publishedAt, hours * 60 + passenger.name.length * 3)
  const section = { from: from ?? 0, to: to ?? 0, ...(detour && { detour }) }
  return { passenger, ...section, seats, message, at, answer: null, rating: null }
}

function answered(
  passenger: Person,
  ride: PlannedRide,
  status: 'accepted' | 'rejected' | 'cancelled',
  asking: Asking,
): PlannedRequest {
  const request = addRequest(passenger, ride, asking)
  return { ...request, answer: { status, at: later(request.at, 1.3 * HOUR) } }
}

const accepted = (passenger: Person, ride: PlannedRide, asking: Asking) => answered(passenger, ride, 'accepted', asking)

const rated = (request: PlannedRequest, ride: PlannedRide, value: number, comment: string | null): PlannedRequest => ({
  ...request,
  rating: { value, comment, at: minutesAfter(ride.arrival, 20 * 60 + request.passenger.name.length * 17) },
})

/** Plans their conversations. Some of the last messages are new and unread. */
function conversations(
  own: ReturnType<typeof ingridsRides>,
  others: ReturnType<typeof mikkelsRides>,
  calendar: Calendar,
): PlannedChat[] {
  const random = createRandom('stories')
  const about = (
    ride: PlannedRide,
    passenger: Person,
    text: string,
    unread?: { messages: number; minutesAgo: number },
  ): PlannedChat => {
    const request =
      ride.requests.find((it) => it.passenger === passenger) ??
      addRequest(passenger, ride, { message: null, hours: 70 })
    const chat = chatAbout({ ride, request }, partsOf(text) satisfies Line[][], calendar, random)
    return unread ? { ...chat, messages: justNow(chat.messages, unread, calendar), unread: unread.messages } : chat
  }
  return [
    about(own.north, mikkel, said.northWithMikkel, { messages: 1, minutesAgo: 22 }),
    about(own.north, person('Sigrid'), said.northWithSigrid, { messages: 1, minutesAgo: 9 }),
    about(own.north, person('Jonas'), said.northWithJonas, { messages: 2, minutesAgo: 131 }),
    about(own.home, person('Thu'), said.homeWithThu),
    about(own.south, person('Leila'), said.southWithLeila),
    about(others.second, person('Berit'), said.secondWithBerit),
    about(others.waiting, mikkel, said.waitingWithHanne, { messages: 1, minutesAgo: 64 }),
    about(others.refused, mikkel, said.refusedByEirik),
    about(others.unrated, mikkel, said.unratedWithOdd),
    about(own.later, person('Mats'), said.laterWithMats),
  ]
}

function justNow(
  messages: PlannedChat['messages'],
  unread: { messages: number; minutesAgo: number },
  { now }: Calendar,
): PlannedChat['messages'] {
  const first = messages.length - unread.messages
  return messages.map((message, index) =>
    index < first ? message : { ...message, at: minutesAfter(now, index - first - unread.minutesAgo) },
  )
}
