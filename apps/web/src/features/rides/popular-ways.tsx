import { useQuery } from '@tanstack/react-query'
import { searchPath } from '@samtur/contract/paths'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Card, CardLink } from '#ui/card'
import { Section } from '#ui/page'
import { RouteLine } from '#ui/route-line'
import { waysQuery } from './read-queries.ts'

/** Lists the ways with the most coming rides; nothing where there are none, or they cannot be loaded. */
export function PopularWays() {
  const t = useT()
  const { price } = useFormat()
  const { data } = useQuery(waysQuery)
  if (!data || data.items.length === 0) return null
  return (
    <Section id="ways" title={t('home.ways')}>
      <ul className="grid grid-cols-2 gap-2.5 max-[20rem]:grid-cols-1 sm:grid-cols-3 lg:grid-cols-6">
        {data.items.map(({ from, to, rides, price: lowest, currency }) => (
          <Card key={`${from} ${to}`} as="li" padding="none" interactive className="px-2.5 py-2">
            <CardLink to={searchPath({ from, to })}>
              <RouteLine
                size="sm"
                items={[
                  { kind: 'start', label: from },
                  { kind: 'end', label: to },
                ]}
              />
              <span className="mt-0.5 block text-sm text-soft tabular">
                {t('home.way', { count: rides, price: price(lowest, currency).text })}
              </span>
            </CardLink>
          </Card>
        ))}
      </ul>
    </Section>
  )
}
