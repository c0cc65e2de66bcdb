import { os } from '#platform/http/context'
import { places } from './port.ts'
import { searchPlaces } from './rules.ts'

const perMinute = { name: 'places', max: 300, per: 60, byAddress: true }

export const placeRoutes = {
  search: os.places.search.handler(({ input, context }) => {
    context.limiter.useLocally(perMinute, context.ip)
    const found = searchPlaces(places(), input.query.q, { limit: input.query.limit ?? 8 })
    return {
      items: found.map(({ id, name, country, region, kind, lat, lon }) => ({
        id,
        name,
        country,
        region,
        kind,
        lat,
        lon,
      })),
    }
  }),
}
