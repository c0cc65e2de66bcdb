/** Writes the tables of docs/scaling.md from the kept figures. */
import type { Parts } from '../report.ts'
import { assumed, countryOf, type Measured } from './model.ts'
import { shown } from './numbers.ts'

type Cell = string | number

const table = (head: string[], rows: Cell[][]) =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => (typeof cell === 'number' ? shown(cell) : cell)).join(' | ')} |`)
    .join('\n')

/** Reads figures of the parts by their text. */
function reader(parts: Parts) {
  const figure = (part: string, what: string) => parts[part]?.figures.find((one) => one.what === what)
  const value = (part: string, what: string) => figure(part, what)?.value ?? NaN
  const text = (part: string, what: string) => {
    const found = figure(part, what)
    return found ? shown(found.value, found.unit) : 'not measured'
  }
  return { value, text }
}

/** Parts with other rides than the usual ones. */
const few = 'search --rides=10000000 --upcoming=200000'
const many = 'search --rides=5000000'

/** What the table says, the part and the figure. */
const carried: Record<string, [what: string, part: string, figure: string][]> = {
  process: [
    ['people who browse: requests of 8 clients', 'capacity', 'browsing, WORKERS=1: requests'],
    ['of the process’s processor for each', 'capacity', 'browsing, WORKERS=1: processor of the server for each'],
    ['pages drawn for visitors, of 8 clients', 'capacity', 'pages, WORKERS=1: requests'],
    ['of the process’s processor for each', 'capacity', 'pages, WORKERS=1: processor of the server for each'],
    ['searches of visitors, a response shared for a second', few, 'HTTP, shared responses'],
    ['searches, each computed anew', few, 'HTTP, each computed anew'],
    ['messages over live connections, 99 of 100 delivered within 100 ms', 'capacity', 'messages with 99 of 100 delivered within 100 ms, one process'], // prettier-ignore
    ['of the process’s processor for each', 'capacity', 'messages, at that rate: processor of the server for each'],
    ['writes over HTTP (publish, request, accept, send), 99 of 100 answered within 100 ms', 'capacity', 'writes with 99 of 100 answered within 100 ms, one process'], // prettier-ignore
    ['of the process’s processor for each', 'capacity', 'writes: processor of the server for each'],
    ['memory with 10,000 live connections', 'live', '10000 idle connections: memory in all'],
    ['memory of each further live connection', 'live', '10000 idle connections: memory for each'],
    ['live connections opened', 'live', 'connections opened'],
  ],
  machine: [
    ['people who browse, one process', 'capacity', 'browsing, WORKERS=1: requests'],
    ['of both cores in use', 'capacity', 'browsing, WORKERS=1: of all cores in use'],
    ['people who browse, `WORKERS=2`', 'capacity', 'browsing, WORKERS=2: requests'],
    ['of both cores in use', 'capacity', 'browsing, WORKERS=2: of all cores in use'],
    ['two workers, of one', 'capacity', 'browsing, two workers, of one'],
    ['pages drawn, one process', 'capacity', 'pages, WORKERS=1: requests'],
    ['pages drawn, `WORKERS=2`', 'capacity', 'pages, WORKERS=2: requests'],
  ],
  primary: [
    ['PostgreSQL’s processor for a request of people who browse', 'capacity', 'browsing, WORKERS=1: processor of PostgreSQL for each'], // prettier-ignore
    ['for a page that the server draws', 'capacity', 'pages, WORKERS=1: processor of PostgreSQL for each'],
    ['for a message', 'capacity', 'messages, at that rate: processor of PostgreSQL for each'],
    ['for a write over HTTP', 'capacity', 'writes: processor of PostgreSQL for each'],
    ['publishing, of a plain insert of a row', few, 'publishing, of a plain insert'],
    ['`pgbench` select-only, 8 clients', 'capacity', 'pgbench, select-only, 8 clients'],
    ['`pgbench` simple-update, 8 clients', 'capacity', 'pgbench, simple-update, 8 clients'],
  ],
  sizes: [
    ['an upcoming ride, with what the search needs', 'capacity', 'database: an upcoming ride'],
    ['a ride that has departed', 'capacity', 'database: a ride that has departed'],
    ['a reservation', 'capacity', 'database: a reservation'],
    ['a message', 'capacity', 'database: a message'],
    ['a notification', 'capacity', 'database: a notification'],
    ['a mail, until 7 days after it was sent', 'capacity', 'database: a mail until 7 days after it was sent'],
    ['a person: account, password, profile, one session', 'capacity', 'database: a person'],
    ['profile picture, drawn', 'capacity', 'picture: drawn, of a profile'],
    ['profile picture of noise, which is larger than a photo', 'capacity', 'picture: noise, of a profile'],
    ['image of noise in a conversation, 1920 × 1440', 'capacity', 'picture: noise of 1920 × 1440 pixels in a conversation'], // prettier-ignore
    ['mails for each request or acceptance', 'capacity', 'mails for each request or acceptance'],
    ['response of the API, not compressed', 'capacity', 'browsing: size of a response'],
    ['document of a page, not compressed', 'capacity', 'pages: size of the document'],
  ],
}

const upcomings: [string, string, string][] = [
  ['10,000,000 rides, 200,000 upcoming', few, 'search, 10,000,000 rides, 200,000 upcoming, p99'],
  ['1,000,000 rides, all upcoming', 'search', 'search, 1,000,000 rides, 1,000,000 upcoming, p99'],
  ['5,000,000 rides, all upcoming', many, 'search, 5,000,000 rides, 5,000,000 upcoming, p99'],
]

function measuredOf({ value }: ReturnType<typeof reader>): Measured {
  const of = (what: string) => value('capacity', what)
  const both = (title: string, factor = 1) => ({
    server: factor * of(`${title}: processor of the server for each`),
    database: factor * of(`${title}: processor of PostgreSQL for each`),
  })
  return {
    browse: both('browsing, WORKERS=1'),
    page: both('pages, WORKERS=1'),
    message: both('messages, 1000 per s'),
    // Milliseconds.
    write: both('writes', 1000),
    events: { message: of('events on the bus for one message'), write: of('writes: events on the bus for each') },
    mailsPerStep: of('mails for each request or acceptance'),
    notificationsPerStep: of('notifications for each request or acceptance'),
    connectionsPerProcess: 10_000,
    bytes: {
      upcoming: of('database: an upcoming ride'),
      departed: of('database: a ride that has departed'),
      reservation: of('database: a reservation'),
      message: of('database: a message'),
      notification: of('database: a notification'),
      mail: of('database: a mail until 7 days after it was sent'),
      person: of('database: a person'),
    },
    response: of('browsing: size of a response'),
  }
}

const whole = (value: number) => Math.round(value).toLocaleString('en')
const percent = (share: number) => `${shown(share * 100)} %`

function countryTables(measured: Measured): Record<string, string> {
  const [once, tenfold] = [countryOf(measured), countryOf(measured, 10)]
  type Country = typeof once
  const rows = (lines: [what: string, show: (country: Country) => string, how: string][]) =>
    lines.map(([what, show, how]) => [what, show(once), show(tenfold), how])
  const head = ['', 'France', 'ten times as busy', 'computed as']
  const { price, ...a } = assumed
  return {
    assumptions: table(
      ['', 'assumed'],
      [
        ['people', whole(a.people)],
        ['registered', percent(a.registered)],
        ['active in a month', percent(a.active)],
        ['booked trips of an active person in a month', a.bookingsPerActive],
        ['requests for seats for each booked trip', a.requestsPerBooking],
        ['passengers of a ride that has any', a.passengersPerRide],
        ['rides that have any', percent(a.ridesWithPassengers)],
        ['days from publishing to departure', a.daysAhead],
        ['searches for each booked trip; 3 requests each, 12 a visit', a.searchesPerBooking],
        ['messages for each booked trip', a.messagesPerBooking],
        ['all mails and notifications, of those for requests and acceptances', a.otherNotices],
        ['busiest second, of the average: 10 % of a day in an hour, on a day three times as busy', a.peak],
        ['active people connected at that time', percent(a.connected)],
        ['use of processors at that time', percent(a.processorUse)],
        ['people with a picture, and its size', `${percent(a.pictured)}, ${a.pictureKb} kB`],
        ['messages with an image, and its size', `${percent(a.imagesPerMessage)}, ${a.imageKb} kB`],
        ['sent in a visit beside responses', `${a.firstVisitKb} kB`],
        ['responses, compressed', `1 : ${a.compression}`],
        ['all tables, of those measured, with free space in them', a.otherTables],
        ['databases: primary, synchronous standby, replica', a.copies],
        ['a core with 8 GB of memory, a month', `€ ${price.core}`],
        ['a GB of disk for databases, a month', `€ ${price.diskGb}`],
        ['a GB in an S3 store, a month', `€ ${price.objectGb}`],
        ['a GB sent', `€ ${price.trafficGb}`],
        ['1,000 mails', `€ ${price.thousandMails}`],
      ],
    ),
    load: table(
      head,
      rows([
        ['booked trips a day', ({ daily }) => whole(daily.bookings), 'people × active × trips ÷ 30'],
        ['rides published a day', ({ daily }) => whole(daily.rides), 'booked ÷ passengers ÷ rides that have any'],
        ['upcoming rides', ({ daily }) => whole(daily.rides * a.daysAhead), 'published × days ahead'],
        ['requests of the API at peak, per s', ({ peak }) => whole(peak.browsing), 'booked × searches × 3 ÷ 86,400 × peak'],
        ['pages at peak, per s', ({ peak }) => whole(peak.pages), 'requests ÷ 12'],
        ['messages at peak, per s', ({ peak }) => whole(peak.messages), 'booked × messages ÷ 86,400 × peak'],
        ['writes at peak, per s', ({ peak }) => whole(peak.writes), '(rides + requests + acceptances) ÷ 86,400 × peak'],
        ['events on the bus at peak, per s', ({ events }) => whole(events), 'messages and writes × measured events'],
        ['live connections at peak', ({ peak }) => whole(peak.connections), 'active × connected'],
      ]),
    ),
    machines: table(
      head,
      rows([
        ['cores that the servers use at peak', ({ processor }) => shown(processor.server), 'load × measured processor time'],
        ['processes for that', (one) => whole(one.forProcessor), '÷ use of processors'],
        ['processes for connections', (one) => whole(one.forConnections), 'connections ÷ 10,000'],
        ['cores that PostgreSQL uses at peak', ({ processor }) => shown(processor.database), 'load × measured processor time'],
        ['of these for what replicas can serve', ({ processor }) => shown(processor.reading), 'requests and pages'],
        ['cores of servers', ({ cores }) => whole(cores.servers), '2 × the larger number of processes'],
        ['cores of databases', ({ cores }) => whole(cores.databases), '3 × cores ÷ use, at least 2 each'],
        ['cores of proxies', ({ cores }) => whole(cores.proxies), 'assumed: two proxies with 2 each, ten times as many'],
      ]),
    ),
    storage: table(
      head,
      rows([
        ['people', ({ rows: gb }) => `${shown(gb.people)} GB`, 'registered × size'],
        ['upcoming rides, what the search needs', ({ rows: gb }) => `${shown(gb.upcoming)} GB`, 'upcoming × difference of sizes'],
        ['rides', ({ rows: gb }) => `${shown(gb.rides)} GB`, '24 months × size of a departed one'],
        ['reservations', ({ rows: gb }) => `${shown(gb.reservations)} GB`, '24 months'],
        ['messages', ({ rows: gb }) => `${shown(gb.messages)} GB`, '24 months, then deleted'],
        ['notifications', ({ rows: gb }) => `${shown(gb.notifications)} GB`, '12 months, then deleted'],
        ['mails', ({ rows: gb }) => `${shown(gb.mails)} GB`, '7 days, then deleted'],
        ['database', (one) => `${shown(one.database)} GB`, 'sum × all tables'],
        ['profile pictures', (one) => `${shown(one.pictures)} GB`, 'registered × with a picture × size'],
        ['images of conversations', (one) => `${shown(one.images)} GB`, 'messages of 24 months × with an image × size'],
        ['each further year of rides and reservations', ({ rows: gb }) => `${shown((gb.rides + gb.reservations) / 2)} GB`, 'half of their 24 months'], // prettier-ignore
      ]),
    ),
    cost: table(
      head,
      rows([
        ['cores', ({ monthly, allCores }) => `€ ${whole(monthly.cores)} (${whole(allCores)})`, 'cores × price'],
        ['disks of databases', ({ monthly }) => `€ ${whole(monthly.disk)}`, 'database × 3 × price'],
        ['S3 store', ({ monthly }) => `€ ${whole(monthly.objects)}`, 'pictures, images, 14 backups of half the database'],
        ['traffic', ({ monthly, traffic }) => `€ ${whole(monthly.traffic)} (${whole(traffic)} GB)`, 'visits, compressed responses, images'],
        ['mails', ({ monthly, daily }) => `€ ${whole(monthly.mails)} (${whole(daily.mails * 30)})`, 'mails × price'],
        ['a month', (one) => `€ ${whole(one.total)}`, 'sum'],
        ['for each active person', (one) => `€ ${shown(one.total / one.active)}`, 'sum ÷ active'],
      ]),
    ),
  }
}

function tablesOf(parts: Parts): Record<string, string> {
  const read = reader(parts)
  const { text } = read
  const lists = Object.entries(carried).map(([name, rows]): [string, string] => [
    name,
    table(['', 'measured', '`npm run bench --`'], rows.map(([what, part, figure]) => [what, text(part, figure), `\`${part}\``])), // prettier-ignore
  ])
  const bus = [2, 4, 8, 16].map((count) => {
    const title = `${count} processes`
    const of = (what: string) => text('bus', what)
    return [
      String(count),
      of(`${title}: events with 99 of 100 delivered within 100 ms`),
      of(`${title}, at that rate: p99`),
      of(`${title}, at that rate: events in one NOTIFY`),
      of(`${title}, at that rate: of all cores in use`),
      of(`${title}: lost or doubled up to there`),
      of(`${title}, 125 events/s: p99`),
      of(`${title}, 125 events/s: processor of PostgreSQL for each`),
      of(`${title}, 125 events/s: processor of all processes for each`),
    ]
  })
  const machines = ['bus', 'capacity', 'live', few].map((part) => {
    const { date = 'not measured', commit = '', machine = '' } = parts[part] ?? {}
    return [`\`npm run bench -- ${part}\``, date, commit, machine]
  })
  return {
    ...Object.fromEntries(lists),
    source: table(['', 'measured', 'commit', 'on'], machines),
    bus: table(
      ['processes', 'events with p99 ≤ 100 ms', 'p99 there', 'events in one `NOTIFY` there', 'of both cores there', 'lost or doubled', 'p99 at 125 per s', 'PostgreSQL for each', 'all processes for each'], // prettier-ignore
      bus,
    ),
    notify: table(
      ['processes that listen', '`NOTIFY` statements of 8 clients', 'on a channel that nobody listens to'],
      [0, 2, 4, 8, 16].map((count) => [
        String(count),
        text('bus', `${count} processes: NOTIFY statements of 8 clients`),
        text('bus', `${count} processes: NOTIFY statements of 8 clients on another channel`),
      ]),
    ),
    writers: table(
      ['writers', 'rows stored', 'with `NOTIFY` in each transaction', 'with an event on the bus after each'],
      ['1 writer', '4 writers', '16 writers'].map((writers) => [
        writers,
        text('bus', `${writers}: rows stored without a NOTIFY`),
        `× ${text('bus', `${writers}: with a NOTIFY in each transaction, of that`)}`,
        `× ${text('bus', `${writers}: with an event on the bus after each, of that`)}`,
      ]),
    ),
    upcoming: table(
      ['', 'search, p99', 'publishing, of a plain insert', 'requests of people who browse'],
      upcomings.map(([what, part, figure]) => [
        what,
        text(part, figure),
        text(part, 'publishing, of a plain insert'),
        text(part, 'people who browse: requests'),
      ]),
    ),
    ...countryTables(measuredOf(read)),
  }
}

const BLOCK = /(<!-- table: (\w+) -->\n)[^]*?(\n<!-- end -->)/g

/** Returns the document with its tables made from the current figures. Throws for an unknown table. */
export function withTables(document: string, parts: Parts): string {
  const tables = tablesOf(parts)
  return document.replace(BLOCK, (_, before: string, name: string, after: string) => {
    const found = tables[name]
    if (found === undefined) throw new Error(`docs/scaling.md has a table '${name}' that bench/scaling/tables.ts does not write`)
    return `${before}\n${found}\n${after}`
  })
}
