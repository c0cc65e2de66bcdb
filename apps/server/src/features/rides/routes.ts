import { type ApiContext, os, verified } from '#platform/http/context'
import { assertThat, invalidField } from '#platform/http/errors'
import { presentDetail, sectionOf } from './present.ts'
import { type House, publishRide } from './service.ts'
import { findRide, findViewer, type FoundRide } from './views.ts'

/** `house` is what publishing needs to know of it. */
export const createRideRoutes = (house: House) => ({
  publish: os.rides.publish.handler(async ({ input, context }) => {
    const caller = verified(context)
    const { id } = await publishRide(context, house, caller, input.body)
    const ride = await findRide(context.db.read, id)
    assertThat(ride, 'internal')
    return detail(context, ride)
  }),
  get: os.rides.get.handler(async ({ input, context }) => {
    const ride = await findRide(context.db.read, input.params.id)
    assertThat(ride, 'not_found')
    const { from_position: from, to_position: to } = input.query
    return detail(context, ride, from, to)
  }),
})

async function detail(context: ApiContext, ride: FoundRide, from?: number, to?: number) {
  const section = sectionOf(ride, from, to)
  if (!section) throw invalidField('to_position', 'out_of_range')
  const callerId = context.caller?.id ?? null
  const viewer = callerId && callerId !== ride.driver.id ? await findViewer(context.db.read, ride, callerId) : null
  return presentDetail(ride, { section, callerId, viewer, now: context.clock.now() })
}
