/** What a country needs, computed from measured figures and named assumptions: the load, the processors, the storage and the price of a month. */

export interface Measured {
  /** Microseconds of each processor for a request of people who browse, for a page that the server draws, a message and a write. */
  browse: { server: number; database: number }
  page: { server: number; database: number }
  message: { server: number; database: number }
  write: { server: number; database: number }
  /** Events on the bus for one message, and for one write. */
  events: { message: number; write: number }
  mailsPerStep: number
  notificationsPerStep: number
  connectionsPerProcess: number
  /** Bytes of rows with their indexes. */
  bytes: Record<'upcoming' | 'departed' | 'reservation' | 'message' | 'notification' | 'mail' | 'person', number>
  /** kB of a response. */
  response: number
}

export const assumed = {
  people: 68_000_000,
  registered: 0.2,
  active: 0.05,
  bookingsPerActive: 1,
  requestsPerBooking: 1.5,
  passengersPerRide: 1.5,
  ridesWithPassengers: 0.5,
  daysAhead: 10,
  searchesPerBooking: 30,
  messagesPerBooking: 8,
  /** Of all notifications and mails, those that do not come from requests and acceptances. */
  otherNotices: 1.5,
  peak: 7.2,
  connected: 0.02,
  processorUse: 0.5,
  months: 24,
  /** Tables that were not measured, and space that deleted rows leave. */
  otherTables: 1.3,
  pictured: 0.3,
  pictureKb: 30,
  imagesPerMessage: 0.02,
  imageKb: 400,
  firstVisitKb: 230,
  compression: 4,
  copies: 3,
  price: { core: 15, diskGb: 0.1, objectGb: 0.02, trafficGb: 0.02, thousandMails: 0.1 },
} as const

/** Of twelve requests of people who browse four are searches, and a visit has twelve. */
const REQUESTS_PER_SEARCH = 3
const REQUESTS_PER_VISIT = 12
const DAY_S = 86_400
const MONTH_DAYS = 30
const GB = 1e9

/** Computes a country that is so many times as busy as the assumptions say. */
export function countryOf(measured: Measured, times = 1) {
  const a = assumed
  const active = a.people * a.active * times
  const bookings = (active * a.bookingsPerActive) / MONTH_DAYS
  const requests = bookings * a.requestsPerBooking
  const rides = bookings / a.passengersPerRide / a.ridesWithPassengers
  const searches = bookings * a.searchesPerBooking
  const browsing = searches * REQUESTS_PER_SEARCH
  const visits = browsing / REQUESTS_PER_VISIT
  const messages = bookings * a.messagesPerBooking
  const writes = rides + requests + bookings
  const steps = (requests + bookings) * a.otherNotices
  const daily = {
    bookings,
    rides,
    requests,
    searches,
    browsing,
    visits,
    messages,
    writes,
    mails: steps * measured.mailsPerStep,
    notifications: steps * measured.notificationsPerStep,
  }

  const atPeak = (perDay: number) => (perDay / DAY_S) * a.peak
  const peak = {
    browsing: atPeak(browsing),
    pages: atPeak(visits),
    messages: atPeak(messages),
    writes: atPeak(writes),
    mails: atPeak(daily.mails),
    connections: active * a.connected,
  }
  const events = peak.messages * measured.events.message + peak.writes * measured.events.write

  const work = (of: 'server' | 'database') =>
    (peak.browsing * measured.browse[of] +
      peak.pages * measured.page[of] +
      peak.messages * measured.message[of] +
      peak.writes * measured.write[of]) /
    1e6
  const reading = (peak.browsing * measured.browse.database + peak.pages * measured.page.database) / 1e6
  const processor = { server: work('server'), database: work('database'), reading }
  const forConnections = Math.ceil(peak.connections / measured.connectionsPerProcess)
  const forProcessor = Math.ceil(processor.server / a.processorUse)
  const processes = Math.max(forConnections, forProcessor)
  const databaseCores = Math.max(2, Math.ceil(processor.database / a.processorUse))
  // One machine more than the load needs, so that one may be away; the database has a standby and a replica of its own size.
  const cores = { servers: 2 * processes, databases: a.copies * databaseCores, proxies: 4 * times }

  const kept = (perDay: number, months: number, bytes: number) => (perDay * MONTH_DAYS * months * bytes) / GB
  const rows = {
    people: (a.people * a.registered * times * measured.bytes.person) / GB,
    upcoming: (rides * a.daysAhead * (measured.bytes.upcoming - measured.bytes.departed)) / GB,
    rides: kept(rides, a.months, measured.bytes.departed),
    reservations: kept(requests, a.months, measured.bytes.reservation),
    messages: kept(messages, 24, measured.bytes.message),
    notifications: kept(daily.notifications, 12, measured.bytes.notification),
    mails: (daily.mails * 7 * measured.bytes.mail) / GB,
  }
  const database = Object.values(rows).reduce((sum, gb) => sum + gb, 0) * a.otherTables
  const pictures = (a.people * a.registered * times * a.pictured * a.pictureKb * 1000) / GB
  const images = kept(messages * a.imagesPerMessage, 24, a.imageKb * 1000)
  const traffic =
    ((visits * a.firstVisitKb + (browsing * measured.response) / a.compression) * 1000 * MONTH_DAYS) / GB +
    (messages * a.imagesPerMessage * a.imageKb * 1000 * MONTH_DAYS) / GB
  const allCores = cores.servers + cores.databases + cores.proxies
  const monthly = {
    cores: allCores * a.price.core,
    disk: database * a.copies * a.price.diskGb,
    // Fourteen days of backups, each as large as half the database when it is compressed, kept as objects.
    objects: (pictures + images + database * 0.5 * 14) * a.price.objectGb,
    traffic: traffic * a.price.trafficGb,
    mails: ((daily.mails * MONTH_DAYS) / 1000) * a.price.thousandMails,
  }
  const total = Object.values(monthly).reduce((sum, euros) => sum + euros, 0)
  return { active, daily, peak, events, processor, forConnections, forProcessor, processes, databaseCores, cores, allCores, rows, database, pictures, images, traffic, monthly, total } // prettier-ignore
}
