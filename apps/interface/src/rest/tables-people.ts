/** Operations on profiles and ratings. */
import type { Rating } from '@samtur/contract/ratings'
import { hasCode } from '../errors.ts'
import type { Product } from '../ports/product.ts'
import { pathOfAddress } from '../storage/paths.ts'
import { notOffered } from './errors.ts'
import {
  isOwn,
  mayReach,
  mustBe,
  type Operation,
  type OperationInput,
  pageFrom,
  readPages,
  readSelf,
  valueOf,
} from './operations.ts'
import { ownProfileRow, pictureAddress, publicProfileRow } from './rows-people.ts'
import { needs, type Row } from './shapes.ts'

/** What a person changes; the server sets the rest of a profile. */
const editable = ['full_name', 'phone', 'address', 'gender', 'age'] as const
const MOST_PROFILES = 100
const change = {
  table: 'profiles',
  verb: 'PATCH',
  filters: { id: { operators: ['eq'], required: true } },
} as const

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
  { ...change, name: 'profiles.update', body: editable, run: updateProfile },
  { ...change, name: 'profiles.is_driver', body: ['is_driver'], needs: ['is_driver'], run: confirmIsDriver },
  { ...change, name: 'profiles.rating', body: ['rating'], needs: ['rating'], run: confirmRating },
  { ...change, name: 'profiles.picture', body: ['profile_picture'], needs: ['profile_picture'], run: changePicture },
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

/** Returns a profile. Only administrators get the e-mail address of another person, as on their page of that person. */
async function readProfile(input: OperationInput, id: string): Promise<Row> {
  const { deps, product, caller, plan } = input
  const origin = deps.origin()
  if (caller && id.toLowerCase() === caller.id) {
    const { profile, email } = await readSelf(input)
    return ownProfileRow(origin, profile, email)
  }
  const profile = await product.reach('profiles.get')({ params: { id } })
  const showsEmail = needs(plan, 'email') && mayReach(input, 'moderation.user')
  if (!showsEmail) return publicProfileRow(origin, profile)
  const { email } = await product.reach('moderation.user')({ params: { id } })
  return publicProfileRow(origin, profile, email)
}

async function listProfiles(input: OperationInput): Promise<Row[]> {
  input.product.reach('moderation.user')
  const ids = new Set(input.filters.get('id')?.[0]?.values ?? [])
  if (ids.size > MOST_PROFILES) throw notOffered('profiles', `At most ${MOST_PROFILES} ids.`)
  const rows = await Promise.all([...ids].map((id) => readProfile(input, id).catch(undefinedIfAbsent)))
  return rows.filter((row) => row !== undefined)
}

function undefinedIfAbsent(error: unknown) {
  if (hasCode(error, 'not_found')) return undefined
  throw error
}

const idOf = ({ filters }: OperationInput) => valueOf(filters, 'id') ?? ''

/** Another person's profile is not the caller's to change, so no row is found. */
async function updateProfile(input: OperationInput): Promise<Row[]> {
  const update = input.product.reach('profiles.update')
  if (!isOwn(input, 'id')) return []
  // The endpoint checks the fields: what a client sends is not typed.
  await update({ body: input.body[0] } as never)
  return [await readProfile(input, idOf(input))]
}

/** Returns the profile as it is, for a change that has to say the same as the server. */
async function unchanged(input: OperationInput): Promise<Row> {
  input.product.reach('profiles.update')
  return readProfile(input, idOf(input))
}

/** A client of the service marks a driver before the first ride is published. Only that ride does it here, so `true` has no effect before. */
async function confirmIsDriver(input: OperationInput): Promise<Row[]> {
  const row = await unchanged(input)
  if (!isOwn(input, 'id')) return []
  const given = input.body[0]?.['is_driver']
  if (given !== true) mustBe('profiles', 'is_driver', given, row['is_driver'])
  return [row]
}

/** A client of the service rates a driver, then writes the mean into the driver's profile. */
async function confirmRating(input: OperationInput): Promise<Row[]> {
  const row = await unchanged(input)
  mustBe('profiles', 'rating', roundedRating(input.body[0]?.['rating']), roundedRating(row['rating']))
  return [row]
}

/** Takes the picture that the caller has, also by its address in the bucket `profiles`: the upload has set it. Null removes it. */
async function changePicture(input: OperationInput): Promise<Row[]> {
  const { product, body } = input
  const row = await unchanged(input)
  if (!isOwn(input, 'id')) return []
  const given = body[0]?.['profile_picture']
  if (given === null) {
    await product.reach('profiles.removePicture')({})
    return [await readProfile(input, idOf(input))]
  }
  if (!(await isUploaded(input, given)))
    mustBe('profiles', 'profile_picture', withoutVersion(given), withoutVersion(row['profile_picture']))
  return [row]
}

/** Returns whether the address names the caller's picture in the bucket `profiles`. */
async function isUploaded({ deps, caller }: OperationInput, address: unknown): Promise<boolean> {
  const path = typeof address === 'string' ? pathOfAddress(address) : undefined
  if (path?.bucket !== 'profiles' || path.owner !== caller?.id) return false
  return (await deps.objects.buckets.profiles.find(path, path.owner)) !== undefined
}

/** A client computes the mean itself and may not round as the server does: a tenth decides. */
const roundedRating = (value: unknown) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value)

const withoutVersion = (value: unknown) => (typeof value === 'string' ? value.split('?')[0] : value)

async function listRatings(input: OperationInput): Promise<Row[]> {
  const { deps, product, filters, enough } = input
  const id = valueOf(filters, 'rated_id') ?? ''
  const list = product.reach('ratings.list')
  const items = await readPages((cursor) => list({ params: { id }, query: pageFrom(cursor) }), enough)
  return items.map((rating) => ratingRow(deps.origin(), rating, id))
}

/** Only the rater and administrators get the ride and the rater's id. */
const ratingRow = (origin: string, rating: Rating, ratedId: string): Row => ({
  id: rating.id,
  ride_id: rating.ride_id ?? null,
  rater_id: rating.rater_id ?? null,
  rated_id: ratedId,
  rating: rating.rating,
  comment: rating.comment,
  created_at: rating.created_at,
  rater: {
    full_name: rating.rater.first_name,
    profile_picture: pictureAddress(origin, rating.rater.profile_picture),
  },
})

async function insertRating(input: OperationInput): Promise<Row[]> {
  const { deps, product, caller, body } = input
  const { ride_id: rideId, rated_id: ratedId, rater_id: raterId = caller?.id, ...fields } = body[0] ?? {}
  const sent = { ...fields, ride_id: rideId, rated_id: ratedId, rater_id: raterId }
  const create = product.reach('ratings.create')
  const id = await findReservation(product, String(rideId), String(ratedId))
  const rating = await create({ params: { id }, body: sent } as never)
  return [ratingRow(deps.origin(), rating, String(ratedId))]
}

/** Returns the reservation that a rating belongs to: the caller's own on the ride, or on the caller's own ride that of the rated passenger. */
async function findReservation(product: Product, rideId: string, ratedId: string): Promise<string> {
  const ride = await product.reach('rides.get')({ params: { id: rideId }, query: {} })
  if (ride.viewer !== 'driver') return ride.reservation?.id ?? ''
  const mine = product.reach('reservations.myRides')
  const rides = await readPages((cursor) => mine({ query: pageFrom(cursor) }))
  const requests = rides.find(({ id }) => id === rideId)?.reservations ?? []
  return requests.find(({ passenger, status }) => passenger.id === ratedId && status === 'accepted')?.id ?? ''
}
