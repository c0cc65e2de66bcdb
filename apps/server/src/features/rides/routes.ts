import { type ApiContext, isAdministrator, os, verified } from '#platform/http/context'
import { assertThat, invalidField } from '#platform/http/errors'
import { seesRide } from './policy.ts'
import { presentDetail, sectionOf } from './present.ts'
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
    const { from_position: from, to_position: to } = input.query
    return detail(context, deps, { ride, from, to })
  }),
})

interface ShownRide {
  ride: FoundRide
  from?: number | undefined
  to?: number | undefined
}

async function detail(context: ApiContext, deps: Deps, { ride, from, to }: ShownRide) {
  const { caller } = context
  const callerId = caller?.id ?? null
  const viewer = callerId && callerId !== ride.driver.id ? await findViewer(context.db.read, ride, callerId) : null
  const is = {
    driver: callerId === ride.driver.id,
    passenger: Boolean(viewer?.reservation),
    admin: caller !== null && isAdministrator(caller, deps.adminNeedsTwoFactor),
  }
  assertThat(seesRide(ride, is), 'not_found')
  const section = sectionOf(ride, from, to)
  if (!section) throw invalidField('to_position', 'out_of_range')
  return presentDetail(ride, { section, callerId, viewer, now: context.clock.now() })
}
