import type { Me } from '@samtur/contract/accounts'
import { isPersonName } from '@samtur/contract/names'
import { pictureUpload } from '@samtur/contract/uploads'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Images } from '#platform/files/images'
import { type ServeUpload, uploadRoute } from '#platform/files/upload'
import { type Caller, recentlyAuthenticated, os, type Parts, signedIn, verified } from '#platform/http/context'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import { isReservedName } from '#features/accounts/port'
import type { Limit } from '#platform/http/rate-limit'
import { presentOwnProfile, presentPublicProfile } from './present.ts'
import { changePicture, countPicture, removePicture } from './service.ts'
import { changeProfile, type GenderRules } from './service-gender.ts'
import { findProfile, findPublicProfile, findRecord } from './views.ts'

export const me = os.accounts.me.handler(async ({ context }) => {
  const own = await findOwn(context, signedIn(context))
  assertThat(own, 'unauthenticated')
  return own
})

/** Returns the caller's account with the own profile; null when the account is gone. */
export async function findOwn({ db }: Pick<Parts, 'db'>, caller: Caller): Promise<Me | null> {
  const row = await findProfile(db.read, caller.id)
  if (!row) return null
  const { id, email, role, verified: emailVerified, twoFactor, purgeAt } = caller
  return {
    id,
    email,
    email_verified: emailVerified,
    role,
    two_factor_enabled: twoFactor,
    purge_at: purgeAt?.toISOString() ?? null,
    profile: presentOwnProfile(row),
  }
}

/** More than people look at, and too few to copy all profiles. */
const perMinute: Limit = { name: 'profile', max: 120, per: 60, byAddress: true }

type Rules = GenderRules & Pick<Config, 'oidcProviders'>

/** Binds the endpoints of profiles. */
export const createProfileRoutes = (rules: Rules) => ({
  get: os.profiles.get.handler(async ({ input, context }) => {
    context.limiter.useLocally(perMinute, context.ip)
    const viewer = context.caller
    const row = await findPublicProfile(context.db.read, input.params.id)
    if (!row) throw new AppError('not_found')
    // A block does not show here; opening the chat is refused without a reason.
    const canChat = viewer !== null && viewer.verified && viewer.id !== row.id
    const record = row.is_driver ? await findRecord(context.db.read, row.id) : undefined
    return presentPublicProfile(row, record ?? null, canChat)
  }),
  update: os.profiles.update.handler(async ({ input, context }) => {
    const caller = verified(context)
    const { full_name: name } = input.body
    const before = await findProfile(context.db.read, caller.id)
    // A name from before a rule stays beside other changes.
    if (name !== undefined && name !== before?.full_name) refuseName(name, rules)
    // The first number is entered while publishing or reserving, and replaces nothing.
    if (before && changesPhone(before.phone, input.body.phone)) recentlyAuthenticated(context)
    await changeProfile(context, rules, caller.id, input.body)
    const row = await findProfile(context.db.read, caller.id)
    assertThat(row, 'unauthenticated')
    return presentOwnProfile(row)
  }),
  removePicture: os.profiles.removePicture.handler(async ({ context }) => removePicture(context, verified(context).id)),
})

function refuseName(name: string, { oidcProviders }: Rules) {
  if (!isPersonName(name)) throw invalidField('full_name', 'more_than_a_name')
  if (isReservedName(name, oidcProviders)) throw invalidField('full_name', 'reserved_name')
}

/** Returns whether a number that is there would be replaced or removed. */
const changesPhone = (before: string | null, after: string | null | undefined) =>
  before !== null && after !== undefined && after !== before

interface PictureUpload {
  parts: Parts
  images: Images
  callerOf(request: FastifyRequest): Promise<Caller | null>
}

/** Serves `PUT /me/picture`, beside the contract's endpoints. */
export function servePictureUpload(serveUpload: ServeUpload, { parts, images, callerOf }: PictureUpload) {
  serveUpload({
    route: uploadRoute(pictureUpload),
    async before(request) {
      const caller = verified({ caller: await callerOf(request) })
      await countPicture(parts, caller.id)
      return caller
    },
    handle: async (bytes, caller) => changePicture(parts, caller.id, (await images.square(bytes)).bytes),
  })
}
