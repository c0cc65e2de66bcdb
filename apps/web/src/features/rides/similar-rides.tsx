import { queryOptions, useQuery } from '@tanstack/react-query'
import { similarRidesMax } from '@samtur/contract/constants'
import type { RideDetail } from '@samtur/contract/rides'
import { api } from '#lib/api'
import { boot } from '#lib/boot'
import { useT } from '#lib/i18n'
import { Section } from '#ui/page'
import { RideList } from './ride-list.tsx'

const pageLoadedAt = Date.now()

/** Coming rides between the ends of the ride's section; the server includes them in a visitor's page. */
const similarQuery = ({ id, section: { start_location: from, end_location: to } }: RideDetail) =>
  queryOptions({
    queryKey: ['rides', 'similar', id, from, to],
    queryFn: ({ signal }) =>
      api.rides.search({ query: { from, to, sort: 'departure', limit: String(similarRidesMax) } }, { signal }),
    initialData: () => (boot.data?.ride?.id === id ? boot.data.similar : undefined),
    initialDataUpdatedAt: pageLoadedAt,
  })

/** Shows what comes after a ride that has left; nothing where there is none. */
export function SimilarRides({ ride }: { ride: RideDetail }) {
  const t = useT()
  const { data } = useQuery(similarQuery(ride))
  if (!data?.items.length) return null
  return (
    <Section title={t('ride.similar')} id="similar">
      <RideList rides={data.items} level="h3" />
    </Section>
  )
}
