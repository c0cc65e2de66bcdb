/** Plans the demo's past without a database: who drives where, who requested seats, who looks for a ride, who wrote what. */
import type { DetourEnd, InstantBooking, LuggageSize } from '@samtur/contract/constants'
import { shippedId } from '#features/meeting-points/rules'
import { resolvePlace } from '#features/places/port'
import { dayOf } from '#platform/clock'
import { demoAdminEmail } from '../config.ts'
import { type Calendar, createCalendar, minutesAfter, toFiveMinutes } from './calendar.ts'
import { readList, readTable, type Row } from './data.ts'
import type {
  Car,
  Person,
  Plan,
  PlannedChat,
  PlannedPost,
  PlannedReport,
  PlannedRequest,
  PlannedRide,
  PlannedSupport,
} from './planned.ts'

/** Rides of the coming four weeks repeat after them, so that their number is the same on any day. */
const CYCLE = 28

type Named = (name: string) => Person

/** Returns the same plan for the same day; only departed rides and unread messages depend on the time of `now`. */
export function planDemo(now: Date): Plan {
  const calendar = createCalendar(now)
  const everybody = readPeople(calendar)
  const byName = new Map(everybody.map((person) => [person.name, person]))
  const named = (name: string) => found(byName.get(name), name)
  const rides = readRides(calendar, named)
  readRequests(calendar, named, rides)
  const readers = { at: calendar.at, person: named, reporter: named, reported: named }
  const dates = { date_from: calendar.date, date_to: calendar.date, until: calendar.date }
  const isAdministrator = ({ email }: Person) => email === demoAdminEmail
  return {
    now,
    people: everybody.filter((person) => !isAdministrator(person)),
    administrator: found(everybody.find(isAdministrator), demoAdminEmail),
    rides: [...rides.values()],
    chats: readChats(calendar, named, rides),
    support: readList<PlannedSupport>('support-requests.json', readers),
    reports: readList<PlannedReport>('reports.json', readers),
    posts: readList<PlannedPost>('wanted.json', { ...readers, ...dates }),
  }
}

function found<T>(item: T | undefined, name: string): T {
  if (item === undefined) throw new Error(`the demo has no ${name}`)
  return item
}

const readPeople = (calendar: Calendar) =>
  readTable('people.tsv', (row): Person => {
    return {
      name: row('name'),
      email: row('email'),
      gender: row('gender') as Person['gender'],
      age: Number(row('age')),
      home: row('home'),
      language: row('language') as Person['language'],
      phone: row('phone'),
      joined: calendar.at(row('joined')),
      picture: row('picture') || null,
      car: row('car_make') ? readCar(row) : null,
    }
  })

const readCar = (row: Row): Car => ({
  car_make: row('car_make'),
  car_model: row('car_model'),
  car_color: row('car_color'),
  license_plate: row('license_plate'),
  luggage: row('luggage') as LuggageSize,
})

/** Returns the rides by their numbers. */
function readRides(calendar: Calendar, named: Named): Map<string, PlannedRide> {
  const rides = new Map<string, PlannedRide>()
  const series = new Map<string, PlannedRide[]>()
  readTable('rides.tsv', (row) => {
    const departure = departureOf(row, calendar)
    if (row('season') && row('season') !== calendar.season(departure)) return
    const driver = named(row('driver'))
    const ride: PlannedRide = {
      driver,
      car: found(driver.car ?? undefined, `car of ${driver.name}`),
      stops: row('stops').split(' – ').map(readStop),
      departure,
      arrival: minutesAfter(departure, Number(row('minutes'))),
      price: Number(row('price')),
      seats: Number(row('seats')),
      pets: row('pets') === 'yes',
      detour: Number(row('detour')),
      instant: (row('instant') || 'off') as InstantBooking,
      note: row('note') || null,
      publishedAt: calendar.at(row('published'), calendar.saturday),
      requests: [],
      series: null,
      fate: fateOf(row, calendar),
    }
    rides.set(row('ride'), ride)
    if (row('series')) series.set(row('series'), [...(series.get(row('series')) ?? []), ride])
  })
  for (const members of series.values()) joinSeries(members)
  return rides
}

function departureOf(row: Row, { now, saturday, at }: Calendar): Date {
  const [day, time] = [row('day'), row('time')]
  const departure = toFiveMinutes(at(`${day} ${time}`, saturday))
  const isRepeated = /^\d/.test(day) && departure <= minutesAfter(now, 30)
  return isRepeated ? at(`${day} ${time}`, saturday + CYCLE) : departure
}

function fateOf(row: Row, { at, saturday }: Calendar): PlannedRide['fate'] {
  if (!row('changed')) return null
  const when = { at: at(row('changed'), saturday) }
  const reason = row('cancelled')
  return reason ? { ...when, reason } : { ...when, minutesLater: Number(row('delay')) }
}

/** Reads `Hamar`, or `Hamar@346` with the number of a shipped meeting point. */
function readStop(text: string): PlannedRide['stops'][number] {
  const [name = '', point] = text.split('@')
  const place = found(resolvePlace(name), name)
  return { text: name, place_id: place.id, meeting_point_id: point ? shippedId(Number(point)) : null }
}

function joinSeries(rides: PlannedRide[]) {
  const days = rides.map(({ departure }) => dayOf(departure)).toSorted()
  const weekdays = [...new Set(days.map((day) => Temporal.PlainDate.from(day).dayOfWeek))]
  const series = { weekdays, until: days.at(-1) ?? '' }
  for (const ride of rides) ride.series = series
}

/** Unanswered requests and what is said about them count from today, because the time for the answer would be over. */
const startOf = ({ saturday }: Calendar, isAnswered: boolean) => (isAnswered ? saturday : 0)

function readRequests(calendar: Calendar, named: Named, rides: Map<string, PlannedRide>): void {
  readTable('requests.tsv', (row) => {
    const at = (text: string) => calendar.at(text, startOf(calendar, row('answer') !== ''))
    const end = row('detour_end') as DetourEnd
    const status = row('answer') as NonNullable<PlannedRequest['answer']>['status']
    found(rides.get(row('ride')), `ride ${row('ride')}`).requests.push({
      passenger: named(row('passenger')),
      from: Number(row('from')),
      to: Number(row('to')),
      detour: row('detour_place') ? { place: row('detour_place'), end } : null,
      seats: Number(row('seats')),
      message: row('message') || null,
      at: at(row('requested')),
      answer: status ? { status, at: at(row('answered')) } : null,
      rating: row('rating')
        ? { value: Number(row('rating')), comment: row('comment') || null, at: at(row('rated')) }
        : null,
    })
  })
}

/** Messages about one ride to or from one passenger are a conversation. */
function readChats(calendar: Calendar, named: Named, rides: Map<string, PlannedRide>): PlannedChat[] {
  const chats = new Map<string, PlannedChat>()
  readTable('messages.tsv', (row) => {
    const ride = found(rides.get(row('ride')), `ride ${row('ride')}`)
    const passenger = named(row('passenger'))
    const key = `${row('ride')} ${row('passenger')}`
    const chat = chats.get(key) ?? { ride, passenger, messages: [], unread: 0 }
    chats.set(key, chat)
    const request = ride.requests.find((it) => it.passenger === passenger)
    const at = calendar.at(row('sent'), startOf(calendar, Boolean(request?.answer)))
    chat.messages.push({ sender: row('from') === 'driver' ? ride.driver : passenger, text: row('text'), at })
    // What was written a moment ago is new.
    if (row('sent').startsWith('now')) chat.unread++
  })
  return [...chats.values()]
}
