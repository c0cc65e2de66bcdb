/** Keeps, changes, pauses and ends wanted rides, and offers rides for public ones. */
import { wanted as limits } from '@samtur/contract/constants'
import { firstName } from '@samtur/contract/names'
import type { CheckedWantedChanges, NewWanted } from '@samtur/contract/wanted'
import { sql } from 'kysely'
import { holdOpen } from '#features/accounts/port'
import { notify } from '#features/notifications/port'
import { placeById } from '#features/places/port'
import { refuseSameGender } from '#features/profiles/port'
import { findRide } from '#features/rides/port'
import { afterCommit, type Tx } from '#platform/db/database'
import type { ApiContext, Caller } from '#platform/http/context'
import { assertThat, invalidField } from '#platform/http/errors'
import { findStoredResponse, idempotent } from '#platform/http/idempotency'
import { offerRefusal } from './policy.ts'
import { departuresOf, type Problem, stateOf, type WantedToStore, wantedToStore, withChanges } from './rules.ts'
import { pathOf } from './service-matching.ts'
import { addTask, insertMatches, insertOffer } from './store-matches.ts'
import { endPast, endWanted, insertWanted, lockPerson, updateWanted } from './store.ts'
import { countActive, findOffer, findOwn, listPostsById } from './views.ts'
import { findServed, listServing, surroundingsOf } from './views-matching.ts'

const perDay = { name: 'wanted', max: 100, per: 86_400 }
const editsPerDay = { name: 'wanted-edits', max: 200, per: 86_400 }
const offersPerDay = { name: 'wanted-offers', max: 30, per: 86_400 }

const isProblem = (checked: WantedToStore | Problem): checked is Problem => 'code' in checked

/** Returns what is stored of an input. Error: `validation`. */
export function checkWanted(input: NewWanted, now: Date, firstBefore: string | null = null): WantedToStore {
  const checked = wantedToStore(input, { now, firstBefore })
  if (isProblem(checked)) throw invalidField(checked.field, checked.code)
  return checked
}

/** Whether there are rides for one gender, which a search has to be allowed to ask for. */
export type GenderRules = Parameters<typeof refuseSameGender>[1]

/** Keeps a search; the rides that match now count as shown. Returns its id. Errors: `validation`, `wanted_exists`, `too_many_wanted`, `rate_limited`. */
export async function createWanted(
  context: ApiContext,
  rules: GenderRules,
  caller: Caller,
  body: NewWanted,
): Promise<{ id: string }> {
  if (body.same_gender) await refuseSameGender(context.db.read, rules, caller.id)
  return keepSearch(context, caller, { route: 'wanted.create', body, check: (now) => checkWanted(body, now) })
}

interface Kept {
  /** Names the request, for one that is repeated. */
  route: string
  body: unknown
  check(now: Date): WantedToStore
}

/** Stores a search under the route's name, once per `Idempotency-Key`. Errors: `wanted_exists`, `too_many_wanted`, `rate_limited`. */
export async function keepSearch(
  context: ApiContext,
  caller: Caller,
  { route, body, check }: Kept,
): Promise<{ id: string }> {
  const request = { db: context.db, userId: caller.id, route, key: context.idempotencyKey, body }
  const before = await findStoredResponse<{ id: string }>(request)
  if (before) return before
  const wanted = check(context.clock.now())
  await context.limiter.use(perDay, caller.id)
  return idempotent(request, async (tx) => {
    // A suspension of the account waits for this transaction, or came first.
    assertThat(await holdOpen(tx, caller.id), 'unauthenticated')
    await lockPerson(tx, caller.id)
    await endPast(tx, caller.id)
    const id = await insertWanted(tx, caller.id, wanted)
    await refuseTooMany(tx, caller.id, id)
    await showMatches(tx, context, { id, userId: caller.id, wanted })
    return { id }
  })
}

const refuseTooMany = async (tx: Tx, userId: string, except: string) =>
  assertThat((await countActive(tx, userId, except)) < limits.active, 'too_many_wanted')

interface Stored {
  id: string
  userId: string
  wanted: WantedToStore
}

/** Stores the rides that match now, which the response shows, and asks for those that are published meanwhile to be compared. */
async function showMatches(
  tx: Tx,
  { clock, bus }: Pick<ApiContext, 'clock' | 'bus'>,
  { id, userId, wanted }: Stored,
): Promise<void> {
  const serving = await listServing(tx, wanted, { userId, span: departuresOf(wanted, clock.now()) })
  await insertMatches(
    tx,
    serving.map(({ ride_id }) => ({ wanted_id: id, ride_id })),
    'shown',
  )
  await addTask(tx, id)
  afterCommit(() => bus.emit('wanted', null))
}

/**
 * Changes, pauses or resumes a wanted ride of the caller. Rides that match it now count as shown. Errors: `not_found`, `wanted_ended`,
 * `validation`, `wanted_exists`, `too_many_wanted`, `rate_limited`.
 */
export async function editWanted(
  context: ApiContext,
  rules: GenderRules,
  caller: Caller,
  id: string,
  changes: CheckedWantedChanges,
): Promise<void> {
  const now = context.clock.now()
  if (changes.same_gender) await refuseSameGender(context.db.read, rules, caller.id)
  await context.limiter.use(editsPerDay, caller.id)
  await context.db.tx(async (tx) => {
    await lockPerson(tx, caller.id)
    await endPast(tx, caller.id)
    const before = await findOwn(tx, caller.id, id)
    assertThat(before, 'not_found')
    assertThat(stateOf(before, now) !== 'ended', 'wanted_ended')
    const wanted = checkWanted(withChanges(before, changes), now, before.date_from)
    const paused = changes.paused ?? before.paused_at !== null
    await updateWanted(tx, { id, userId: caller.id, paused }, wanted)
    if (paused) return
    await refuseTooMany(tx, caller.id, id)
    await showMatches(tx, context, { id, userId: caller.id, wanted })
  })
}

/** Ends a wanted ride of the caller. Error: `not_found`. */
export async function endOwn({ db }: Pick<ApiContext, 'db'>, caller: Caller, id: string): Promise<void> {
  await db.tx(async (tx) => {
    await lockPerson(tx, caller.id)
    assertThat(await findOwn(tx, caller.id, id), 'not_found')
    await endWanted(tx, id)
  })
}

interface Offer {
  wanted_id: string
  ride_id: string
  created_at: string
}

/**
 * Offers an own ride to the person of a public wanted ride, who gets one notification. Errors: `not_found`, `ride_cancelled`, `ride_departed`,
 * `not_on_the_way`, `rate_limited`.
 */
export async function offerRide(context: ApiContext, caller: Caller, wantedId: string, rideId: string): Promise<Offer> {
  const body = { wantedId, rideId }
  const request = { db: context.db, userId: caller.id, route: 'wanted.offer', key: context.idempotencyKey, body }
  const before = await findStoredResponse<Offer>(request)
  if (before) return before
  const shown = (at: Date): Offer => ({ wanted_id: wantedId, ride_id: rideId, created_at: at.toISOString() })
  const [post, ride] = await Promise.all([
    listPostsById(context.db.read, caller.id, [wantedId]).then(([found]) => found),
    findRide(context.db.read, rideId),
  ])
  assertThat(post && post.user_id !== caller.id && ride?.driver.id === caller.id, 'not_found')
  const offered = await findOffer(context.db.read, wantedId, rideId)
  if (offered) return shown(offered)
  const refusal = offerRefusal(ride, context.clock.now())
  assertThat(refusal === undefined, refusal ?? 'internal')
  await context.limiter.use(offersPerDay, caller.id)
  return idempotent(request, async (tx) => {
    assertThat(await holdOpen(tx, caller.id), 'unauthenticated')
    const around = await surroundingsOf(tx, rideId)
    const which = sql`w.public and w.id = ${wantedId}`
    const [section] = around ? await findServed(tx, around, { which, strictness: 'passes' }) : []
    assertThat(section, 'not_on_the_way')
    if (await insertOffer(tx, { wanted_id: wantedId, ride_id: rideId }))
      await notify(tx, context, [
        {
          to: post.user_id,
          about: caller.id,
          kind: 'ride_offered',
          params: {
            name: firstName(ride.driver.full_name),
            from: placeById(post.from_place_id)?.name ?? '',
            to: placeById(post.to_place_id)?.name ?? '',
            departure_time: section.departs_at.toISOString(),
          },
          path: pathOf(section),
          dedupeKey: `ride_offered:${wantedId}:${rideId}`,
        },
      ])
    const at = await findOffer(tx, wantedId, rideId)
    assertThat(at, 'internal')
    return shown(at)
  })
}
