import { presentDetail, findRide } from '#features/rides/port'
import { type ApiContext, os, signedIn, verified } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import { presentSeries } from './present.ts'
import { cancelRide, type Deps, editRide } from './service.ts'
import { cancelSeries, editSeries, publishSeries } from './service-series.ts'
import { findSeries } from './views.ts'

/** Binds the endpoints that change and cancel published rides; `deps` has the rule for prices and the links of notifications. */
export const createTripRoutes = (deps: Deps) => ({
  rides: {
    edit: os.rides.edit.handler(async ({ input, context }) => {
      const caller = verified(context)
      await editRide(context, deps, caller, input.params.id, input.body)
      return ownDetail(context, caller.id, input.params.id)
    }),
    cancel: os.rides.cancel.handler(async ({ input, context }) => {
      const caller = verified(context)
      await cancelRide(context, deps, caller, input.params.id, input.body?.reason ?? null)
      return ownDetail(context, caller.id, input.params.id)
    }),
  },
  rideSeries: {
    publish: os.rideSeries.publish.handler(({ input, context }) =>
      publishSeries(context, deps, verified(context), input.body),
    ),
    get: os.rideSeries.get.handler(async ({ input, context }) => {
      const series = await findSeries(context.db.read, input.params.id, signedIn(context).id)
      assertThat(series, 'not_found')
      return presentSeries(series)
    }),
    edit: os.rideSeries.edit.handler(({ input, context }) =>
      editSeries(context, deps, verified(context), input.params.id, input.body),
    ),
    cancel: os.rideSeries.cancel.handler(({ input, context }) =>
      cancelSeries(context, deps, verified(context), input.params.id, input.body),
    ),
  },
})

async function ownDetail({ db, clock }: ApiContext, callerId: string, rideId: string) {
  const ride = await findRide(db.read, rideId)
  assertThat(ride?.driver.id === callerId, 'not_found')
  const section = { from: 0, to: ride.stops.length - 1 }
  return presentDetail(ride, { section, callerId, viewer: null, now: clock.now() })
}
