/** Operations on profiles and ratings. */
import { call } from '@orpc/server'
import type { Rating } from '@samtur/contract/ratings'
import { notOffered } from './errors.ts'
import { isOwn, mustBe, type Operation, type OperationInput, reach, readPages, valueOf } from './operations.ts'
import { ownProfileRow, pictureAddress, publicProfileRow } from './rows-people.ts'
import { needs, type Row } from './shapes.ts'

/** What a person changes; the rest of a profile is the server's. */
const editable = ['full_name', 'phone', 'address', 'gender', 'age'] as const
const MOST_PROFILES = 100

export const peopleOperations: readonly Operation[] = [
  {
    name: 'profiles.one',
    table: 'profiles',
    verb: 'GET',
    filters: { id: { operators: ['eq'], required: true } },
    run: async (input) => [await readProfile(input, valueOf(input.filters, 'id') ?? '')],
  },
  {
    name: 'profiles.list',
    table: 'profiles',
    verb: 'GET',
    filters: { id: { operators: ['in'], required: true } },
    most: MOST_PROFILES,
    run: listProfiles,
  },
  {
    name: 'profiles.update',
    table: 'profiles',
    verb: 'PATCH',
    filters: { id: { operators: ['eq'], required: true } },
    body: [...editable, 'is_driver', 'rating', 'profile_picture'],
    run: updateProfile,
  },
  {
    name: 'ratings.of',
    table: 'ratings',
    verb: 'GET',
    filters: { rated_id: { operators: ['eq'], required: true } },
    order: 'created_at.desc',
    run: listRatings,
  },
  {
    name: 'ratings.insert',
    table: 'ratings',
    verb: 'POST',
    filters: {},
    body: ['ride_id', 'rater_id', 'rated_id', 'rating', 'comment'],
    needs: ['ride_id', 'rated_id', 'rating'],
    run: insertRating,
  },
]

/** The administrator reads addresses as on the page of a person; everybody else their own alone. */
async function readProfile(input: OperationInput, id: string): Promise<Row> {
  const { deps, context, caller, plan } = input
  const origin = deps.origin()
  if (caller && id.toLowerCase() === caller.id) {
    const { profile, email } = await call(reach(input, deps.router.accounts.me), {}, { context })
    return ownProfileRow(origin, profile, email)
  }
  const profile = await call(reach(input, deps.router.profiles.get), { params: { id } }, { context })
  if (caller?.role !== 'admin' || !needs(plan, 'email')) return publicProfileRow(origin, profile)
  const { email } = await call(reach(input, deps.router.moderation.user), { params: { id } }, { context })
  return publicProfileRow(origin, profile, email)
}

async function listProfiles(input: OperationInput): Promise<Row[]> {
  const ids = new Set(input.filters.get('id')?.[0]?.values ?? [])
  if (input.caller?.role !== 'admin') throw notOffered('profiles', 'Lists of people are the administrator’s.')
  if (ids.size > MOST_PROFILES) throw notOffered('profiles', `At most ${MOST_PROFILES} ids.`)
  const rows = await Promise.all([...ids].map((id) => readProfile(input, id).catch(() => undefined)))
  return rows.filter((row) => row !== undefined)
}

async function updateProfile(input: OperationInput): Promise<Row[]> {
  const { deps, context, body, filters } = input
  const [change = {}] = body
  const given = editable.filter((name) => Object.hasOwn(change, name))
  const own = isOwn(input, 'id')
  // Another person's profile is not the caller's to change; a client may still write the rating that the server has computed.
  if (!own && Object.keys(change).some((name) => name !== 'rating')) return []
  const before = await readProfile(input, valueOf(filters, 'id') ?? '')
  mustBe('profiles', 'is_driver', change['is_driver'], before['is_driver'])
  mustBe('profiles', 'rating', roundedRating(change['rating']), roundedRating(before['rating']))
  mustBe('profiles', 'profile_picture', withoutVersion(change['profile_picture']), withoutVersion(before['profile_picture']))
  if (given.length === 0) return [before]
  const fields = Object.fromEntries(given.map((name) => [name, change[name]]))
  // The endpoint checks the fields: what a client sends is not typed.
  await call(reach(input, deps.router.profiles.update), { body: fields } as never, { context })
  return [await readProfile(input, valueOf(filters, 'id') ?? '')]
}

/** A client computes the mean itself and may not round as the server does: a tenth decides. */
const roundedRating = (value: unknown) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value)

const withoutVersion = (value: unknown) => (typeof value === 'string' ? value.split('?')[0] : value)

async function listRatings(input: OperationInput): Promise<Row[]> {
  const { deps, context, filters } = input
  const id = valueOf(filters, 'rated_id') ?? ''
  const list = reach(input, deps.router.ratings.list)
  const items = await readPages((cursor) =>
    call(list, { params: { id }, query: cursor === undefined ? {} : { cursor } }, { context }),
  )
  return items.map((rating) => ratingRow(deps.origin(), rating, { rated_id: id }))
}

/** On which ride somebody was rated, and by whom, is told to nobody but the rater. */
const ratingRow = (origin: string, rating: Rating, known: { rated_id: string; ride_id?: string; rater_id?: string }): Row => ({
  id: rating.id,
  ride_id: known.ride_id ?? null,
  rater_id: known.rater_id ?? null,
  rated_id: known.rated_id,
  rating: rating.rating,
  comment: rating.comment,
  created_at: rating.created_at,
  rater: {
    full_name: rating.rater.first_name,
    profile_picture: pictureAddress(origin, rating.rater.profile_picture),
  },
})

async function insertRating(input: OperationInput): Promise<Row[]> {
  const { deps, context, caller, body } = input
  const { ride_id: rideId, rated_id: ratedId, rater_id: raterId = caller?.id, ...fields } = body[0] ?? {}
  const sent = { ...fields, ride_id: rideId, rated_id: ratedId, rater_id: raterId }
  const create = reach(input, deps.router.ratings.create)
  const id = await findReservation(input, String(rideId), String(ratedId))
  const rating = await call(create, { params: { id }, body: sent } as never, { context })
  return [ratingRow(deps.origin(), rating, { rated_id: String(ratedId), ride_id: String(rideId), rater_id: String(raterId) })]
}

/** Returns the reservation that a rating belongs to: the caller's own on the ride, or on the caller's own ride that of the rated passenger. */
async function findReservation(input: OperationInput, rideId: string, ratedId: string): Promise<string> {
  const { deps, context } = input
  const ride = await call(reach(input, deps.router.rides.get), { params: { id: rideId }, query: {} }, { context })
  if (ride.viewer !== 'driver') return ride.reservation?.id ?? ''
  const mine = reach(input, deps.router.reservations.myRides)
  const rides = await readPages((cursor) => call(mine, { query: cursor === undefined ? {} : { cursor } }, { context }))
  const requests = rides.find(({ id }) => id === rideId)?.reservations ?? []
  return requests.find(({ passenger, status }) => passenger.id === ratedId && status === 'accepted')?.id ?? ''
}
