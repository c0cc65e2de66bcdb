/** Compares everything that the model knows with the database, while no request is running. */
import type { Server } from '../server.ts'
import type { TestPerson } from '../sessions.ts'
import type { Model } from './model.ts'
import type { Place, Reservation } from './records.ts'

export async function compareAll(model: Model, people: TestPerson[], ask: Server['ask']): Promise<string[]> {
  return [
    ...(await compareRides(model, people, ask)),
    ...(await compareReservations(model, people, ask)),
    ...(await compareWaiting(model, people, ask)),
    ...(await compareRatings(model, people, ask)),
  ]
}

async function compareRides(model: Model, people: TestPerson[], ask: Server['ask']) {
  const rows = await ask.query(
    'select id, driver_id, status, price, total_seats, available_seats, instant_booking, notes, version from ride',
  )
  const problems = rows.length === model.rides.size ? [] : [`${rows.length} rides instead of ${model.rides.size}`]
  for (const row of rows) {
    const ride = model.rides.get(String(row['id']))
    const expected = ride && {
      id: ride.id,
      driver_id: people[ride.driver]?.id,
      status: ride.status,
      price: ride.price,
      total_seats: ride.seats,
      available_seats: ride.seats - model.taken(ride),
      instant_booking: ride.instant,
      notes: ride.notes,
      version: ride.version,
    }
    if (!same(row, expected)) problems.push(`ride: ${JSON.stringify(row)} instead of ${JSON.stringify(expected)}`)
  }
  return problems
}

async function compareReservations(model: Model, people: TestPerson[], ask: Server['ask']) {
  const rows =
    await ask.query(`select r.id, passenger_id, r.status, from_position, to_position, seats_requested, holds_seats, r.price,
    abs(extract(epoch from agreed_departs_at - passes_at)) > 900 and r.status = 'accepted' as awaits
    from reservation r join ride_stop s on s.ride_id = r.ride_id and s.position = from_position`)
  const found = new Set<string>()
  const problems: string[] = []
  for (const { price, ...row } of rows) {
    const request = model.reservations.get(String(row['id']))
    found.add(String(row['id']))
    const expected = request && expectedRow(request, people, model)
    // Unanswered at departure: any final state is right but an acceptance.
    if (request?.status === 'lapsed' && (row['status'] === 'cancelled' || row['status'] === 'rejected')) continue
    if (!same(row, expected))
      problems.push(`reservation: ${JSON.stringify(row)} instead of ${JSON.stringify(expected)}`)
    if (
      request &&
      Number(price) > request.ride.price &&
      (request.status === 'pending' || request.status === 'accepted')
    )
      problems.push(`reservation ${request.id}: costs ${String(price)}, the ride ${request.ride.price}`)
  }
  // Refused requests are kept for half a year, so all are there.
  for (const id of model.reservations.keys()) if (!found.has(id)) problems.push(`reservation ${id}: not there`)
  return problems
}

const expectedRow = (request: Reservation, people: TestPerson[], model: Model) => ({
  id: request.id,
  passenger_id: people[request.passenger]?.id,
  status: request.status,
  from_position: request.from,
  to_position: request.to,
  seats_requested: request.seats,
  holds_seats: request.holds && request.status === 'pending',
  awaits: model.awaitsConfirmation(request),
})

/** Compares each place on a waiting list, its state, and the order of the list. */
async function compareWaiting(model: Model, people: TestPerson[], ask: Server['ask']) {
  const rows =
    await ask.query(`select id, passenger_id, from_position, to_position, seats_requested, state, reservation_id,
    row_number() over (partition by ride_id order by number)::integer as nth from waiting_entry`)
  const problems = rows.length === model.places.size ? [] : [`${rows.length} places instead of ${model.places.size}`]
  for (const row of rows) {
    const place = model.places.get(String(row['id']))
    const isOver = place?.state === 'over' && (row['state'] === 'ended' || row['state'] === 'left')
    const expected = place && { ...expectedPlace(place, people), ...(isOver && { state: row['state'] }) }
    if (!same(row, expected)) problems.push(`place: ${JSON.stringify(row)} instead of ${JSON.stringify(expected)}`)
  }
  for (const [problem, query] of Object.entries(wrongOffers))
    for (const row of await ask.query(query)) problems.push(`place ${String(row['id'])}: ${problem}`)
  return problems
}

/** The rides of the model leave in weeks, so that an offer has two hours, and none begins in the night. */
const wrongOffers = {
  'its offer has other times': `select id from waiting_entry where state in ('offered', 'taken')
    and (offer_until - offer_from <> interval '2 hours' or offer_from < created_at
      or (offer_from at time zone 'Europe/Oslo')::time not between '07:00' and '23:00')`,
  'nobody was notified of its offer':
    "select id from waiting_entry where state = 'offered' and offer_from <= now() and notified_at is null",
  'there is no notification of its offer': `select id from waiting_entry entry where notified_at is not null
    and not exists (select from notification where dedupe_key = 'seat_offered:' || entry.id)`,
  'its request holds the seats, and a notification says that they are gone':
    "select entry.id from waiting_entry entry join notification on dedupe_key = 'seats_gone:' || reservation_id",
}

const expectedPlace = (place: Place, people: TestPerson[]) => ({
  id: place.id,
  passenger_id: people[place.passenger]?.id,
  from_position: place.from,
  to_position: place.to,
  seats_requested: place.seats,
  state: place.state,
  reservation_id: place.reservation?.id ?? null,
  nth: place.ride.places.indexOf(place) + 1,
})

async function compareRatings(model: Model, people: TestPerson[], ask: Server['ask']) {
  const rows = await ask.query('select id, rating_sum as sum, rating_count as count from profile where id = any($1)', [
    people.map(({ id }) => id),
  ])
  const problems: string[] = []
  for (const row of rows) {
    const index = people.findIndex(({ id }) => id === row['id'])
    const own = [...model.ratings.values()].filter(({ rated }) => rated === index)
    const expected = { id: row['id'], sum: own.reduce((sum, { value }) => sum + value, 0), count: own.length }
    if (!same(row, expected)) problems.push(`ratings: ${JSON.stringify(row)} instead of ${JSON.stringify(expected)}`)
  }
  return problems
}

const same = (a: object, b: object | undefined) =>
  b !== undefined && Object.entries(a).every(([key, value]) => value === (b as Record<string, unknown>)[key])
