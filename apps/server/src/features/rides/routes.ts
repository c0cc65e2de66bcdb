import type { WantedDetour } from '@samtur/contract/detours'
import { type ApiContext, isAdministrator, os, verified } from '#platform/http/context'
import { assertThat, invalidField } from '#platform/http/errors'
import { seesRide } from './policy.ts'
import { presentDetail, sectionOf } from './present.ts'
import { isOffered, sectionByDetour } from './present-detours.ts'
import { type Deps as Publishing, publishRide } from './service.ts'
import { findRide, findViewer, type FoundRide } from './views.ts'

interface Deps extends Publishing {
  /** When set, an administrator without a second factor sees only what others see. */
  adminNeedsTwoFactor: boolean
}

/** Binds the endpoints of rides; `deps` is what publishing and reading need. */
export const createRideRoutes = (deps: Deps) => ({
  publish: os.rides.publish.handler(async ({ input, context }) => {
    const caller = verified(context)
    const { id } = await publishRide(context, deps, caller, input.body)
    const ride = await findRide(context.db.read, id)
    assertThat(ride, 'internal')
    return detail(context, deps, { ride })
  }),
  get: os.rides.get.handler(async ({ input, context }) => {
    const ride = await findRide(context.db.read, input.params.id)
    assertThat(ride, 'not_found')
    const { from_position: from, to_position: to, detour_place_id: place_id, detour_end: end } = input.query
    const wanted = place_id !== undefined && end !== undefined ? { place_id, end } : undefined
    return detail(context, deps, { ride, from, to, wanted })
  }),
})

interface ShownRide {
  ride: FoundRide
  from?: number | undefined
  to?: number | undefined
  wanted?: WantedDetour | undefined
}

async function detail(context: ApiContext, deps: Deps, { ride, from, to, wanted }: ShownRide) {
  const { caller } = context
  const callerId = caller?.id ?? null
  const viewer = callerId && callerId !== ride.driver.id ? await findViewer(context.db.read, ride, callerId) : null
  const is = {
    driver: callerId === ride.driver.id,
    passenger: Boolean(viewer?.reservation),
    accepted: viewer?.reservation?.status === 'accepted',
    sharesGender: viewer?.shares_gender ?? false,
    admin: caller !== null && isAdministrator(caller, deps.adminNeedsTwoFactor),
  }
  assertThat(seesRide(ride, is), 'not_found')
  const section = sectionOf(ride, from, to)
  if (!section) throw invalidField('to_position', 'out_of_range')
  const detour = wanted && sectionByDetour(ride, section, wanted)
  const offered = detour && isOffered(ride, detour) ? { section: detour.section, detour: detour.detour } : undefined
  return presentDetail(ride, { section, detour: offered, callerId, viewer, now: context.clock.now() })
}
