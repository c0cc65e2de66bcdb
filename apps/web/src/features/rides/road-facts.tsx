import type { ReactNode } from 'react'
import type { RoadWay } from '@samtur/contract/places'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Icon, type IconName } from '#ui/icon'
import { namedBridges, shortVia } from './road-way.ts'

/** Keeps a figure and its unit on one line. */
const together = (text: string) => text.replaceAll(' ', '\u00a0')

/** Returns '4 t 50 min', '35 min', and '210 km' with 'ca.' where it is not exact. */
export function useRoadTexts() {
  const t = useT()
  const { number } = useFormat()
  const time = (minutes: number) => {
    const [hours, rest] = [number(Math.floor(minutes / 60)), number(minutes % 60)]
    if (minutes < 60) return together(t('publish.road_minutes', { minutes: rest }))
    return together(t('publish.road_time', { hours, minutes: rest }))
  }
  const roughly = (figure: string, { about, certain }: Pick<RoadWay, 'about' | 'certain'>) =>
    about || !certain ? together(t('publish.road_about', { figure })) : figure
  const km = (value: number) => together(t('publish.road_km', { km: number(value) }))
  return { time, km, roughly }
}

/** What we know of the way: how far, how long, over and under what, through which places, and whether winter closes it. */
export function RoadFacts({ way }: { way: RoadWay }) {
  const t = useT()
  const { time, km, roughly } = useRoadTexts()
  const ferries = way.ferries.length > 0
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <Figure note={t('publish.road_ours')}>{roughly(km(way.km), way)}</Figure>
        <Figure note={t(ferries ? 'publish.road_with_ferries' : 'publish.road_driving')}>
          {roughly(time(way.minutes), way)}
        </Figure>
      </dl>
      <Crossings way={way} />
      <Via way={way} />
      {way.winter && (
        <Alert tone="warning">
          {t(way.winter === 'closed' ? 'publish.road_winter_closed' : 'publish.road_winter_pass')}
        </Alert>
      )}
    </>
  )
}

/** The figure above its note, read the other way round: the note names the figure. */
function Figure({ note, children }: { note: string; children: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-sm text-soft">{note}</dt>
      <dd className="font-heading text-2xl tabular">
        <bdi className="whitespace-nowrap max-[20rem]:whitespace-normal max-[20rem]:wrap-anywhere">{children}</bdi>
      </dd>
    </div>
  )
}

function Crossings({ way }: { way: RoadWay }) {
  const t = useT()
  const { time } = useRoadTexts()
  const bridges = namedBridges(way)
  if (way.ferries.length + bridges.shown.length === 0) return null
  return (
    <ul className="grid gap-x-5 gap-y-3 border-y border-line py-3.5 sm:grid-cols-2">
      {way.ferries.map(({ name, minutes, wait_minutes }, index) => (
        <Crossing key={`${name} ${index}`} icon="ferry" name={name}>
          {wait_minutes > 0
            ? t('publish.road_ferry', { crossing: time(minutes), wait: time(wait_minutes) })
            : t('publish.road_ferry_alone', { crossing: time(minutes) })}
        </Crossing>
      ))}
      {bridges.shown.map(({ name, kind }) => (
        <Crossing key={name} icon={kind} name={name}>
          {t(kind === 'bridge' ? 'publish.road_bridge' : 'publish.road_tunnel')}
        </Crossing>
      ))}
      {bridges.more > 0 && (
        <li className="self-center text-sm text-soft">{t('publish.road_more_bridges', { count: bridges.more })}</li>
      )}
    </ul>
  )
}

function Crossing({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-start gap-3">
      <Icon name={icon} size={22} className="mt-0.5 shrink-0 text-brand" />
      <span className="min-w-0">
        <bdi className="block font-medium wrap-break-word">{name}</bdi>
        <span className="block text-sm text-soft">{children}</span>
      </span>
    </li>
  )
}

function Via({ way }: { way: RoadWay }) {
  const t = useT()
  const { list } = useFormat()
  const { names, more } = shortVia(way)
  if (names.length === 0) return null
  const places = list(names)
  return (
    <p className="text-sm text-soft wrap-break-word">
      {more > 0
        ? t('publish.road_via_more', { places: names.join(', '), count: more })
        : t('publish.road_via', { places })}
    </p>
  )
}
