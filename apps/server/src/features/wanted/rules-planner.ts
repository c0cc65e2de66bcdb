/** Addresses of the public-transport planners, with places and time filled in. Pure; the formats are those that other sites use. */
import type { Planner } from '@samtur/contract/wanted'
import { type Place, placeById } from '#features/places/port'
import { clockOf, dayInOslo, dayOf, instantInOslo } from '#platform/clock'
import type { Criteria } from './rules.ts'

interface PlannedWay {
  from: Place
  to: Place
  departs: Date
}

/** Returns the planner of the country where the way starts; null in a country that has none here. */
export function plannerOf(way: PlannedWay): Planner | null {
  switch (way.from.country) {
    case 'NO':
      return { name: 'Entur', url: enturUrl(way) }
    case 'DK':
      return { name: 'Rejseplanen', url: rejseplanenUrl(way) }
    case 'SE':
      return { name: 'ResRobot', url: resrobotUrl(way) }
    default:
      return null
  }
}

type PlannedDay = Pick<Criteria, 'from_place_id' | 'to_place_id' | 'date_from' | 'time_from'>

/** Returns the planner for the first day of a wanted ride, from the beginning of its window and never in the past; null for days of the week. */
export function plannerOfDay({ from_place_id, to_place_id, date_from, time_from }: PlannedDay, now: Date) {
  const [from, to] = [placeById(from_place_id), placeById(to_place_id)]
  if (!from || !to || date_from === null) return null
  const start = (time_from === null ? undefined : instantInOslo(date_from, time_from)) ?? dayInOslo(date_from).start
  return plannerOf({ from, to, departs: start > now ? start : now })
}

/** Takes points with labels, and the time as milliseconds since 1970. */
function enturUrl({ from, to, departs }: PlannedWay): string {
  const query = new URLSearchParams({
    startLabel: from.name,
    startLat: String(from.lat),
    startLon: String(from.lon),
    stopLabel: to.name,
    stopLat: String(to.lat),
    stopLon: String(to.lon),
    date: String(departs.getTime()),
    tripMode: 'oneway',
    timepickerMode: 'departAfter',
  })
  return `https://entur.no/reiseresultater?${query.toString()}`
}

/** Takes names behind the fragment, with its own separators, and the clock of Denmark, which is Oslo's. */
function rejseplanenUrl({ from, to, departs }: PlannedWay): string {
  const [year, month, day] = dayOf(departs).split('-')
  const parts = {
    S: encodeName(from.name),
    Z: encodeName(to.name),
    date: `${day}.${month}.${year}`,
    time: clockOf(departs),
    timeSel: 'depart',
    start: '1',
  }
  const fragment = Object.entries(parts).map(([name, value]) => `!${name}|${value}`)
  return `https://www.rejseplanen.dk/webapp/index.html?language=da_DA#${fragment.join('')}`
}

const encodeName = (name: string) => encodeURIComponent(name).replaceAll('!', '%21')

/** Takes points in millionths of a degree, and the clock of Sweden, which is Oslo's. */
function resrobotUrl({ from, to, departs }: PlannedWay): string {
  const point = ({ name, lat, lon }: Place) => `A=16@X=${millionths(lon)}@Y=${millionths(lat)}@O=${name}`
  const query = new URLSearchParams({
    SID: point(from),
    ZID: point(to),
    date: dayOf(departs),
    time: clockOf(departs),
    timesel: 'depart',
    start: '1',
  })
  return `https://reseplanerare.resrobot.se/bin/query.exe/sn?${query.toString()}`
}

const millionths = (degrees: number) => Math.round(degrees * 1_000_000)
