/** Compares everything that the model knows with the database, while no request is running. */
import type { Server } from '../server.ts'
import type { TestPerson } from '../sessions.ts'
import type { Model, Reservation } from './model.ts'

export async function compareAll(model: Model, people: TestPerson[], ask: Server['ask']): Promise<string[]> {
  return [
    ...(await compareRides(model, people, ask)),
    ...(await compareReservations(model, people, ask)),
    ...(await compareRatings(model, people, ask)),
  ]
}

async function compareRides(model: Model, people: TestPerson[], ask: Server['ask']) {
  const rows = await ask.query(
    'select id, driver_id, status, price, total_seats, available_seats, notes, version from ride',
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
      notes: ride.notes,
      version: ride.version,
    }
    if (!same(row, expected)) problems.push(`ride: ${JSON.stringify(row)} instead of ${JSON.stringify(expected)}`)
  }
  return problems
}

async function compareReservations(model: Model, people: TestPerson[], ask: Server['ask']) {
  const rows =
    await ask.query(`select r.id, passenger_id, r.status, from_position, to_position, seats_requested, r.price,
    abs(extract(epoch from agreed_departs_at - passes_at)) > 900 and r.status = 'accepted' as awaits
    from reservation r join ride_stop s on s.ride_id = r.ride_id and s.position = from_position`)
  const found = new Set<string>()
  const problems: string[] = []
  for (const { price, ...row } of rows) {
    const request = model.reservations.get(String(row['id']))
    found.add(String(row['id']))
    const expected = request && expectedRow(request, people, model)
    // Unanswered at departure: any final state is right but an acceptance.
    if (request?.status === 'lapsed' && row['status'] !== 'accepted') continue
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
  awaits: model.awaitsConfirmation(request),
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
