import { useQuery } from '@tanstack/react-query'
import type { RideDetail } from '@samtur/contract/rides'
import { useT } from '#lib/i18n'
import { Section } from '#ui/page'
import { similarQuery } from './read-queries.ts'
import { RideList } from './ride-list.tsx'

/** Shows what comes after a ride that has left; nothing where there is none. */
export default function SimilarRides({ ride }: { ride: RideDetail }) {
  const t = useT()
  const { data } = useQuery(similarQuery(ride))
  if (!data?.items.length) return null
  return (
    <Section title={t('ride.similar')} id="similar">
      <RideList rides={data.items} level="h3" />
    </Section>
  )
}
