/** Plans conversations between drivers and passengers about their trips. */
import { resolvePlace, roadBetween } from '#features/places/port'
import { passingTime, sharesOfWay } from '#features/rides/rules'
import { TIME_ZONE } from '@samtur/contract/constants'
import { type Calendar, earliest, HOUR, later, minutesAfter } from './calendar.ts'
import { ingrid, type Language, type Person } from './people.ts'
import type { PlannedChat, PlannedRequest, PlannedRide } from './planned.ts'
import { createRandom, type Random } from './random.ts'
import { type Line, type Talk, talks } from './talks.ts'

const CHATS = 32

interface Reserved {
  ride: PlannedRide
  request: PlannedRequest
}

/** Plans conversations about some of the reservations, one per pair of people. Ingrid's are in stories.ts. */
export function planChats(rides: PlannedRide[], calendar: Calendar): PlannedChat[] {
  const random = createRandom('chats')
  const reserved = rides
    .filter(({ driver }) => driver !== ingrid)
    .flatMap((ride) => ride.requests.map((request) => ({ ride, request })))
  const chats: PlannedChat[] = []
  const used = new Set<string>()
  for (const { ride, request } of random.shuffled(reserved)) {
    if (chats.length === CHATS) break
    const pair = [ride.driver.name, request.passenger.name].toSorted().join(' and ')
    const talk = talkFor({ ride, request }, used, random)
    if (!talk || used.has(pair)) continue
    used
      .add(pair)
      .add(`${ride.driver.name} ${talks.indexOf(talk)}`)
      .add(`${request.passenger.name} ${talks.indexOf(talk)}`)
    chats.push(chatAbout({ ride, request }, talk.parts, calendar, random))
  }
  return chats
}

/** Returns a conversation in a language that both read and that neither has had yet. */
function talkFor({ ride, request }: Reserved, used: Set<string>, random: Random): Talk | undefined {
  const language = languageOf(ride.driver, request.passenger)
  const about = request.answer?.status ?? 'pending'
  const fresh = talks.filter((talk, index) => {
    const known = used.has(`${ride.driver.name} ${index}`) || used.has(`${request.passenger.name} ${index}`)
    return !known && talk.language === language && talk.about === about
  })
  return fresh.length > 0 ? random.pick(fresh) : undefined
}

function languageOf(driver: Person, passenger: Person): Language | undefined {
  if (driver.language === passenger.language) return driver.language
  return driver.language === 'en' || passenger.language === 'en' ? 'en' : undefined
}

/** The first part follows the request, the second precedes the departure, the third follows the arrival. */
export function chatAbout(
  { ride, request }: Reserved,
  parts: Line[][],
  calendar: Calendar,
  random: Random,
): PlannedChat {
  const [before = [], onTheDay = [], afterwards = []] = parts
  const meeting = minutesAfter(passing(ride, request.from), -25)
  const agreed = spread(before, minutesAfter(request.answer?.at ?? request.at, 6), random, [1, 14])
  const messages = squeezed(agreed, earliest(meeting, calendar.midnight))
  if (ride.arrival < calendar.midnight) {
    const met = spread(onTheDay, meeting, random, [1, 5])
    const thanked = spread(afterwards, later(ride.arrival, 1.5 * HOUR), random, [3, 25])
    messages.push(...squeezed([...met, ...thanked], calendar.midnight))
  }
  return { driver: ride.driver, passenger: request.passenger, ride, messages: messages.map(told), unread: 0 }

  function told({ by, text, at }: Line & { at: Date }) {
    return { sender: by === 'driver' ? ride.driver : request.passenger, text: filledIn(text, { ride, request }), at }
  }
}

/** Returns when the ride passes a stop, as its page shows it. */
function passing({ stops, departure, arrival }: PlannedRide, stop: number): Date {
  const times = sharesOfWay(stops.map(resolvePlace), (from, to) => roadBetween(from, to).minutes)
  return passingTime(departure, arrival, times[stop] ?? 0)
}

function spread(lines: Line[], start: Date, random: Random, [shortest, longest]: [number, number]) {
  let at = start
  return lines.map((line) => {
    at = later(minutesAfter(at, random.int(shortest, longest)), random.int(0, 59) * 1000)
    return { ...line, at }
  })
}

/** Keeps the order of messages: what would come after `last` moves to the minutes before it. */
function squeezed<T extends { at: Date }>(messages: T[], last: Date): T[] {
  return messages.map((message, index) => ({
    ...message,
    at: earliest(message.at, minutesAfter(last, index - messages.length)),
  }))
}

function filledIn(text: string, { ride, request }: Reserved): string {
  const departure = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(ride.driver.language, { timeZone: TIME_ZONE, ...options }).format(
      passing(ride, request.from),
    )
  const names: Record<string, () => string | undefined> = {
    from: () => ride.stops[request.from],
    to: () => ride.stops[request.to],
    driver: () => firstName(ride.driver),
    passenger: () => firstName(request.passenger),
    day: () => departure({ weekday: 'long' }),
    time: () => departure({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  }
  return text.replace(/\{(\w+)\}/g, (_, name: string) => names[name]?.() ?? '')
}

const firstName = ({ name }: Person) => name.split(' ')[0] ?? ''
