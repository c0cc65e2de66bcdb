import type { Ride } from '@samtur/contract/rides'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { RouteLine } from '#ui/route-line'
import { routeItems, stopsBetween } from './model.ts'

interface RideRouteProps {
  ride: Pick<Ride, 'route' | 'section'>
  /** Each stop in a separate line, however many there are. */
  all?: boolean
  size?: 'md' | 'lg'
  className?: string
}

/** The ride's line with its times; stops on the way are labelled 'via', what is not the passenger's part is dimmed. */
export function RideRoute({ ride, all, ...look }: RideRouteProps) {
  const t = useT()
  const { time, list, number } = useFormat()
  const [first, ...others] = stopsBetween(ride)
  const between =
    first &&
    [t('rides.via', { place: first }), others.length > 0 && `+${number(others.length)}`].filter(Boolean).join(' ')
  const items = routeItems(ride, { all }).map((item) => {
    const names = list(item.places)
    return {
      id: item.key,
      label: item.kind === 'via' && !item.dimmed ? t('rides.via', { place: names }) : names,
      kind: item.kind,
      dimmed: item.dimmed,
      dashed: item.dashed,
      ...(item.kind === 'start' && { between }),
      ...(item.time && { time: time(item.time), dateTime: item.time }),
      ...(item.time && item.estimated && { about: t('rides.circa') }),
    }
  })
  return <RouteLine items={items} dimmedLabel={t('rides.not_your_part')} {...look} />
}
