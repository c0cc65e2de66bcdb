/** View logic of the road in the forms: which way counts, how long it takes, and what is named of it. */
import type { Currency } from '@samtur/contract/constants'
import type { Road, RoadWay } from '@samtur/contract/places'
import { wallTime } from '#lib/oslo-time'
import { osloInstant } from './trip-form.ts'

const minute = 60_000
const dayMinutes = 24 * 60

/** Returns the other way where the driver's kilometres are those of it, else the first one. */
export const wayOf = (road: Road, km: number | undefined): RoadWay =>
  road.other && km === road.other.km ? road.other : road

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Returns the minutes of a way for the driver's kilometres: those by car grow with them, those of ferries stay. */
export function minutesFor(way: RoadWay, km: number | undefined): number {
  const ferryKm = sum(way.ferries.map((ferry) => ferry.km))
  const ferryMinutes = sum(way.ferries.map(({ minutes, wait_minutes }) => minutes + wait_minutes))
  const drivenKm = way.km - ferryKm
  if (km === undefined || drivenKm <= 0 || km <= ferryKm) return way.minutes
  return Math.round(ferryMinutes + ((way.minutes - ferryMinutes) * (km - ferryKm)) / drivenKm)
}

/** Returns the arrival's clock time, rounded up to 5 minutes; undefined without a departure and from 24 hours, which no clock time says. */
export function proposedArrival(date: string, departure: string, minutes: number): string | undefined {
  const [hours, past] = departure.split(':').map(Number)
  if (hours === undefined || past === undefined || Number.isNaN(hours + past)) return undefined
  const start = date ? osloInstant(date, departure).iso : undefined
  // Without a day the clock runs evenly; on a known one it may be set forward or back on the way.
  const end = start ? wallTime(Date.parse(start) + minutes * minute) / minute : hours * 60 + past + minutes
  const clock = Math.ceil(end / 5) * 5
  if (minutes > dayMinutes - 5) return undefined
  const ofDay = ((clock % dayMinutes) + dayMinutes) % dayMinutes
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(ofDay / 60))}:${two(ofDay % 60)}`
}

/** Returns the sum of the list prices for a petrol car in the currency of the trip; undefined where none is in it. */
export function tollSum({ tolls }: RoadWay, currency: Currency): number | undefined {
  const prices = tolls.flatMap((toll) => (toll.currency === currency && toll.petrol !== null ? [toll.petrol] : []))
  return prices.length > 0 && sum(prices) > 0 ? sum(prices) : undefined
}

const unique = (names: readonly string[]) => [...new Set(names)]

/** Returns the names of ferries and of bridges and tunnels that cost something, for the explanation of the price. */
export const paidNames = ({ ferries, tolls }: RoadWay): string[] =>
  unique([...ferries, ...tolls].map(({ name }) => name).filter(Boolean))

const crossings = ({ ferries, bridges }: RoadWay) => unique([...ferries, ...bridges].map(({ name }) => name))

const mostNames = 3

/** Returns what tells a way from another: the crossings that only it has, above all those that cost something, or else those that it leaves out. */
export function difference(way: RoadWay, from: RoadWay): { over: string[]; without: string[] } {
  const [own, others] = [crossings(way), crossings(from)]
  const only = own.filter((name) => !others.includes(name))
  const paid = only.filter((name) => paidNames(way).includes(name))
  const over = (paid.length > 0 ? paid : only).slice(0, mostNames)
  return { over, without: over.length > 0 ? [] : others.filter((name) => !own.includes(name)).slice(0, mostNames) }
}

/** Returns bridges and tunnels by name, each once, and how many are left out. */
export function namedBridges({ bridges }: RoadWay, most = 4): { shown: RoadWay['bridges']; more: number } {
  const each = bridges.filter(({ name }, index) => bridges.findIndex((bridge) => bridge.name === name) === index)
  return { shown: each.slice(0, most), more: Math.max(0, each.length - most) }
}

/** Returns places passed at even distances along the way, and how many are left out. */
export function shortVia({ via }: RoadWay, most = 5): { names: string[]; more: number } {
  if (via.length <= most) return { names: via.map(({ name }) => name), more: 0 }
  const chosen = Array.from({ length: most }, (_, index) => via[Math.round(((index + 0.5) * via.length) / most - 0.5)])
  return { names: chosen.flatMap((place) => place?.name ?? []), more: via.length - most }
}
