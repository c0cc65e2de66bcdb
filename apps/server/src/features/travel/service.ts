/** Follow links, what has happened on a trip, and meeting codes. */
import { matchLanguage } from '@samtur/i18n/translate'
import { type CheckInKind, travelDay } from '@samtur/contract/constants'
import type { FollowLinkBody } from '@samtur/contract/travel'
import { notify } from '#features/notifications/port'
import { afterCommit, type Tx } from '#platform/db/database'
import type { ApiContext, Caller } from '#platform/http/context'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import { idempotent } from '#platform/http/idempotency'
import { notificationOfLink } from './events.ts'
import { checkInRefusal, shareRefusal } from './policy.ts'
import { canBeOnWay, endOf, happenedAt, isCodeOfOther, type Point, type Span, takenBackBy } from './rules.ts'
import { insertCheckIn, insertLink, lockMeeting, lockSharing, setPosition, takeBack } from './store.ts'
import {
  type CompanionRow,
  findCompanion,
  findFollowed,
  findOwnRide,
  listCheckIns,
  listCompanions,
  listLinks,
  listStops,
} from './views.ts'

const linksPerDay = { name: 'follow-links', max: 30, per: 86_400 }
/** Limits links with an email address, because each may send an unsolicited mail. */
const addressesPerDay = { name: 'follow-addresses', max: 10, per: 86_400 }
const positions = { name: 'follow-positions', max: 20, per: 60 }
/** Limits wrong codes per person and reservation over three days, so that a code of four digits cannot be found by trying. */
export const codesOfTrip = { name: 'meeting-codes-of-trip', max: travelDay.codesOfTrip, per: 3 * 86_400 }
const codes = { name: 'meeting-codes', max: travelDay.codes, per: travelDay.codeMinutes * 60 }

/** What is shared: a side of a reservation, or an own ride. */
interface Shared extends Span {
  ride_id: string
  reservation_id: string | null
  ride_status: 'active' | 'cancelled'
  status: 'pending' | 'accepted' | 'rejected' | 'cancelled' | null
}

async function findShared(tx: Tx, caller: Caller, body: FollowLinkBody): Promise<Shared | undefined> {
  if (body.reservation_id !== undefined) {
    const row = await findCompanion(tx, caller.id, body.reservation_id)
    return row?.passenger_id === caller.id ? row : undefined
  }
  const ride = await findOwnRide(tx, caller.id, body.ride_id ?? '')
  return ride && { ...ride, reservation_id: null, status: null }
}

/**
 * Makes a follow link and notifies the other side once. Returns its id. Errors: `not_found`, `not_accepted`, `ride_cancelled`, `trip_over`,
 * `too_many_links`, `rate_limited`.
 */
export async function shareTrip(context: ApiContext, caller: Caller, body: FollowLinkBody): Promise<string> {
  const request = { db: context.db, userId: caller.id, route: 'travel.share', key: context.idempotencyKey, body }
  // Before the transaction, which holds the only connection of the embedded database.
  await context.limiter.use(linksPerDay, caller.id)
  if (body.email) await context.limiter.use(addressesPerDay, caller.id)
  const { id } = await idempotent(request, async (tx) => {
    const shared = await findShared(tx, caller, body)
    assertThat(shared, 'not_found')
    const code = shareRefusal(shared, context.clock.now())
    if (code) throw new AppError(code)
    const { ride_id, reservation_id } = shared
    await lockSharing(tx, caller.id, ride_id)
    const links = await listLinks(tx, caller.id, [ride_id])
    assertThat(links.length < travelDay.links, 'too_many_links')
    const locale = matchLanguage([caller.locale])
    const made = await insertLink(tx, {
      sharer_id: caller.id,
      ride_id,
      reservation_id,
      email: body.email ?? null,
      locale,
    })
    await notifyOthers(tx, context, caller, shared)
    return { id: made }
  })
  return id
}

/** Notifies the driver, or every accepted passenger of the own ride. */
async function notifyOthers(tx: Tx, context: ApiContext, caller: Caller, { ride_id, reservation_id }: Shared) {
  const others = await listCompanions(
    tx,
    caller.id,
    reservation_id ? { rideIds: [], reservationIds: [reservation_id] } : { rideIds: [ride_id], reservationIds: [] },
  )
  const sharer = await tx
    .selectFrom('profile')
    .select(['id', 'full_name'])
    .where('id', '=', caller.id)
    .executeTakeFirstOrThrow()
  await notify(
    tx,
    { bus: context.bus },
    others.map((other) => notificationOfLink({ ...other, to: other.id }, sharer)),
  )
}

/**
 * Shows the caller's position on a link; returns false for one that cannot be on the way, which is not stored. Errors: `not_found`,
 * `rate_limited`.
 */
export async function showPosition(context: ApiContext, caller: Caller, id: string, at: Point): Promise<boolean> {
  await context.limiter.use(positions, caller.id)
  return context.db.tx(async (tx) => {
    const link = await findFollowed(tx, id)
    assertThat(link?.sharer_id === caller.id, 'not_found')
    const now = context.clock.now()
    const refusal = shareRefusal({ ...link, status: link.status }, now)
    assertThat(refusal === undefined, 'not_found')
    if (!canBeOnWay(at, await listStops(tx, link.ride_id))) return false
    assertThat(await setPosition(tx, id, at), 'not_found')
    return true
  })
}

interface Said {
  kind: CheckInKind
  at: string | undefined
}

/**
 * Returns the reservation, about which one of its sides may say this now. Errors: `not_found`, `not_accepted`, `ride_cancelled`,
 * `not_travel_day`, `not_departed`.
 */
async function openMeeting(
  tx: Tx,
  context: ApiContext,
  caller: Caller,
  { reservationId, kind }: { reservationId: string; kind: CheckInKind },
): Promise<CompanionRow> {
  await lockMeeting(tx, reservationId)
  const row = await findCompanion(tx, caller.id, reservationId)
  assertThat(row, 'not_found')
  const code = checkInRefusal(row, kind, context.clock.now())
  if (code) throw new AppError(code)
  return row
}

/**
 * Stores what one side of a reservation says has happened; the same again changes nothing. Errors: `not_found`, `not_accepted`,
 * `ride_cancelled`, `not_travel_day`, `not_departed`, `already_met`.
 */
export const sayOfReservation = (
  context: ApiContext,
  caller: Caller,
  reservationId: string,
  said: Said,
): Promise<void> =>
  context.db.tx(async (tx) => {
    const row = await openMeeting(tx, context, caller, { reservationId, kind: said.kind })
    if (said.kind === 'not_met') await refuseAfterMeeting(tx, row)
    await store(tx, context, caller, { row, said })
  })

/** Throws `already_met` where one side has typed the other's code. */
async function refuseAfterMeeting(tx: Tx, { ride_id, reservation_id }: CompanionRow) {
  const before = await listCheckIns(tx, [ride_id])
  const met = before.some((each) => each.reservation_id === reservation_id && each.kind === 'met')
  assertThat(!met, 'already_met')
}

async function store(tx: Tx, context: ApiContext, caller: Caller, { row, said }: { row: CompanionRow; said: Said }) {
  const { reservation_id: reservationId, ride_id } = row
  const at = happenedAt(said.at, row, context.clock.now())
  const fact = { ride_id, reservation_id: reservationId, person_id: caller.id, kind: said.kind, at }
  await takeBack(tx, { reservationId, personId: caller.id, kinds: takenBackBy(said.kind) })
  const isNew = await insertCheckIn(tx, fact)
  if (isNew) afterCommit(() => context.bus.emit('changed', { user_ids: [caller.id, row.id], what: 'reservations' }))
}

/** Stores as the driver that the ride has begun or ended. Errors: `not_found`, `ride_cancelled`, `not_travel_day`, `not_departed`. */
export const sayOfRide = (context: ApiContext, caller: Caller, rideId: string, said: Said): Promise<void> =>
  context.db.tx(async (tx) => {
    const ride = await findOwnRide(tx, caller.id, rideId)
    assertThat(ride, 'not_found')
    const code = checkInRefusal({ ...ride, status: null }, said.kind, context.clock.now())
    if (code) throw new AppError(code)
    const at = happenedAt(said.at, ride, context.clock.now())
    await insertCheckIn(tx, { ride_id: rideId, reservation_id: null, person_id: caller.id, kind: said.kind, at })
    afterCommit(() => context.bus.emit('changed', { user_ids: [caller.id], what: 'reservations' }))
  })

/**
 * Marks that the two sides have met, when one types the code that the other shows. Errors: `not_found`, `not_accepted`, `ride_cancelled`,
 * `not_travel_day`, `validation`, and `rate_limited` after five wrong codes.
 */
export async function typeCode(
  context: ApiContext,
  secrets: readonly string[],
  caller: Caller,
  { reservationId, code, at }: { reservationId: string; code: string; at: string | undefined },
): Promise<void> {
  const subject = `${caller.id}:${reservationId}`
  await context.db.tx(async (tx) => {
    await openMeeting(tx, context, caller, { reservationId, kind: 'met' })
  })
  // Counted outside of the transaction, which a wrong code rolls back.
  await context.limiter.use(codesOfTrip, subject)
  await context.limiter.use(codes, subject)
  await context.db.tx(async (tx) => {
    const row = await openMeeting(tx, context, caller, { reservationId, kind: 'met' })
    const side = row.driver_id === caller.id ? 'driver' : 'passenger'
    if (!isCodeOfOther(secrets, reservationId, side, code)) throw invalidField('code', 'wrong_code')
    await store(tx, context, caller, { row, said: { kind: 'met', at } })
  })
  await context.limiter.giveBack(codes, subject)
  await context.limiter.giveBack(codesOfTrip, subject)
}

/** Returns a link as its address shows it. Error: `not_found`, the same for every address that shows nothing. */
export async function openLink(context: ApiContext, id: string | undefined) {
  const row = id === undefined ? undefined : await findFollowed(context.db.read, id)
  assertThat(row && context.clock.now() < endOf(row.arrives_at), 'not_found')
  return { row, said: await listCheckIns(context.db.read, [row.ride_id]) }
}
