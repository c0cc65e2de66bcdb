/** Operations on reservations, and on the caller's own rides. */
import type { OwnProfile } from '@samtur/contract/profiles'
import type { OwnReservation, OwnRide, RideReservation } from '@samtur/contract/reservations'
import { notOffered } from './errors.ts'
import {
  isOwn,
  mustBe,
  type Operation,
  type OperationInput,
  pageFrom,
  readPages,
  readSelf,
  valueOf,
} from './operations.ts'
import { personRow, selfRow } from './rows-people.ts'
import { rideRow } from './rows-rides.ts'
import { needs, type Row } from './shapes.ts'

export const reservationOperations: readonly Operation[] = [
  {
    name: 'reservations.mine',
    table: 'reservations',
    verb: 'GET',
    filters: { passenger_id: { operators: ['eq'], required: true } },
    order: 'created_at.desc',
    run: listOwn,
  },
  {
    name: 'reservations.insert',
    table: 'reservations',
    verb: 'POST',
    filters: {},
    body: ['ride_id', 'passenger_id', 'seats_requested', 'message', 'status'],
    needs: ['ride_id', 'seats_requested'],
    run: request,
  },
  {
    name: 'reservations.decide',
    table: 'reservations',
    verb: 'PATCH',
    filters: { id: { operators: ['eq'], required: true } },
    body: ['status'],
    needs: ['status'],
    run: decide,
  },
]

/** Lists the caller's reservations; for another person the list is empty, as it is without reservations. */
async function listOwn(input: OperationInput): Promise<Row[]> {
  const { deps, product, enough } = input
  if (!isOwn(input, 'passenger_id')) return []
  const mine = product.reach('reservations.mine')
  const items = await readPages((cursor) => mine({ query: pageFrom(cursor) }), enough)
  const { profile } = await readSelf(input)
  return items.map((item) => ownReservationRow(deps.origin(), item, profile))
}

const ownReservationRow = (origin: string, reservation: OwnReservation, self: OwnProfile): Row => ({
  ...baseRow(reservation, self.id),
  ride: rideRow(origin, reservation.ride, reservation.contact),
  passenger: selfRow(origin, self),
})

const baseRow = (reservation: OwnReservation | RideReservation, passengerId: string): Row => ({
  id: reservation.id,
  ride_id: reservation.ride_id,
  passenger_id: passengerId,
  seats_requested: reservation.seats_requested,
  message: reservation.message,
  status: reservation.status,
  created_at: reservation.created_at,
})

/** Returns the row of a request as the driver sees it. */
export const requestRow = (origin: string, request: RideReservation): Row => ({
  ...baseRow(request, request.passenger.id),
  passenger: { ...personRow(origin, request.passenger), phone: request.passenger.phone },
})

async function request(input: OperationInput): Promise<Row[]> {
  const { deps, product, caller, body } = input
  const create = product.reach('reservations.create')
  const { ride_id: id, ...fields } = body[0] ?? {}
  mustBe('reservations', 'passenger_id', fields['passenger_id'], caller?.id)
  mustBe('reservations', 'status', fields['status'], 'pending')
  const item = await create({ params: { id: String(id) }, body: { ...fields, ride_id: id } } as never)
  const { profile } = await readSelf(input)
  return [ownReservationRow(deps.origin(), item, profile)]
}

async function decide(input: OperationInput): Promise<Row[]> {
  const { deps, product, filters, body, plan } = input
  const decisions = { accepted: 'reservations.accept', rejected: 'reservations.reject' } as const
  const status = String(body[0]?.['status'])
  if (status !== 'accepted' && status !== 'rejected')
    throw notOffered('reservations', 'The driver accepts or rejects a pending request.')
  const id = valueOf(filters, 'id') ?? ''
  const decided = await product.reach(decisions[status])({ params: { id }, body: { reason: null } })
  const row = requestRow(deps.origin(), decided)
  if (!needs(plan, 'ride')) return [row]
  const ride = await product.reach('rides.get')({ params: { id: decided.ride_id }, query: {} })
  return [{ ...row, ride: rideRow(deps.origin(), ride, ride.contact) }]
}

/** Returns the row of an own ride with its requests. */
export const ownRideRow = (origin: string, ride: OwnRide): Row => ({
  ...rideRow(origin, ride, ride.contact),
  reservations: ride.reservations.map((one) => requestRow(origin, one)),
})
