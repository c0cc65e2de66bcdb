import { stateOf } from '#lib/head'
import { page } from '../app/page.ts'
import { hasLeft, rideQuery, similarQuery } from '../features/rides/read-queries.ts'
import { rideHead, rideProblem } from '../features/rides/ride-head-texts.ts'
import { readPart } from '../features/rides/section-form.ts'
import RideScreen from '../screens/ride.tsx'

export default page({
  Screen: RideScreen,
  head: (on) => {
    const { data: ride, error } = stateOf(on.client, rideQuery(on.params['id'] ?? '', readPart(on.query)))
    return ride ? rideHead(ride, on) : error && { title: rideProblem(on.t, error) }
  },
  load: async (client, { params: { id = '' }, query }) => {
    const ride = await client.query(rideQuery(id, readPart(query)))
    if (hasLeft(ride)) await client.query(similarQuery(ride))
  },
  rendered: true,
  listed: true,
})
