/** Requests the length and the time of ways by road from a routing engine (OSRM). Returns nothing when the engine is slow, away or wrong. */
import { z } from 'zod'
import { createBreaker } from './circuit-breaker.ts'
import type { Log } from './log.ts'
import { createSemaphore } from './semaphore.ts'
import { traceCall } from '../operating/tracing/tracing.ts'
import { within } from './within.ts'

interface Point {
  lat: number
  lon: number
}

export interface Leg {
  from: Point
  to: Point
}

export interface Measurement {
  km: number
  /** Of driving and crossing, without waiting for ferries. */
  minutes: number
  /** How far the engine's nearest road is from the two points, km: the larger of both. */
  offRoadKm: number
}

export interface RoadEngine {
  /** Returns the measurement of each leg, null where the engine knows no way or does not respond in time. Never throws. */
  measure(legs: readonly Leg[]): Promise<(Measurement | null)[]>
}

interface Options {
  /** Of the engine, where `/route/v1/driving` is. */
  url: string
  log: Log
  /** Returns milliseconds. */
  now?(): number
}

/** For all legs of a trip together, with waiting for a place. */
const PATIENCE_MS = 800
/** A request with less time left would only take a place. */
const LEAST_MS = 50
const PARALLEL = 8
const MOST_WAITING = 64
const FAILURES = 3
const PAUSE_MS = 30_000
const MOST_REMEMBERED = 1_000
const REMEMBERED_MS = 600_000
/** A response for one leg has about 600 bytes. */
const MOST_BYTES = 16_384

const metres = z.number().nonnegative()
const response = z.discriminatedUnion('code', [
  z.object({
    code: z.literal('Ok'),
    routes: z.tuple([z.object({ distance: metres, duration: z.number().nonnegative() })], z.unknown()),
    waypoints: z.tuple([z.object({ distance: metres }), z.object({ distance: metres })]),
  }),
  z.object({ code: z.enum(['NoRoute', 'NoSegment']) }),
])

export function createRoadEngine({ url, log, now = () => performance.now() }: Options): RoadEngine {
  const room = createSemaphore(PARALLEL, MOST_WAITING)
  const memory = createMemory(now)
  const breaker = createBreaker({ failures: FAILURES, pauseMs: PAUSE_MS, now, onChange: logChange })
  let reason = ''
  function logChange(silent: boolean) {
    if (silent) log.warn({ reason }, 'the routing engine does not respond: distances come from the road graph')
    else log.info('the routing engine responds again')
  }

  /** Returns whether the engine has responded in time, with waiting for a place. */
  async function request(key: string, signal: AbortSignal, until: number): Promise<boolean> {
    const address = `${url.replace(/\/+$/, '')}/route/v1/driving/${key}`
    try {
      const work = room.through(async () => {
        if (performance.now() > until - LEAST_MS) throw new Error('no time left')
        memory.keep(key, await traceCall('osrm route', () => fetchMeasurement(address, signal)))
      })
      await within(PATIENCE_MS, work)
      return true
    } catch (error) {
      reason = reasonOf(error)
      return false
    }
  }

  return {
    async measure(legs) {
      const keys = legs.map(keyOf)
      const missing = [...new Set(keys)].filter((key) => memory.find(key) === undefined)
      if (missing.length > 0 && !room.full() && breaker.admits()) {
        const signal = AbortSignal.timeout(PATIENCE_MS)
        const until = performance.now() + PATIENCE_MS
        const outcomes = await Promise.all(missing.map((key) => request(key, signal, until)))
        // The legs of one trip fail together, so they count once.
        if (outcomes.includes(false)) breaker.failed()
        else breaker.succeeded()
      }
      return keys.map((key) => memory.find(key) ?? null)
    },
  }
}

/** OSRM has the longitude first. */
const keyOf = ({ from, to }: Leg) => `${from.lon},${from.lat};${to.lon},${to.lat}`

/** Returns null where the engine knows no way. Throws for everything that is not a response of OSRM. */
async function fetchMeasurement(url: string, signal: AbortSignal): Promise<Measurement | null> {
  const { body, ok } = await fetch(`${url}?overview=false&generate_hints=false`, { signal, redirect: 'error' })
  const found = response.parse(JSON.parse(await limitedText(body)))
  if (found.code !== 'Ok') return null
  if (!ok) throw new Error('an error with a way')
  const [way] = found.routes
  return {
    km: way.distance / 1000,
    minutes: way.duration / 60,
    offRoadKm: Math.max(...found.waypoints.map(({ distance }) => distance)) / 1000,
  }
}

async function limitedText(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new Error('a response that is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Without the address, which the message of the runtime may contain. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}

/** Keeps the latest measurements for a while; null where there is no way. */
function createMemory(now: () => number) {
  const kept = new Map<string, { measurement: Measurement | null; since: number }>()
  return {
    find(key: string): Measurement | null | undefined {
      const entry = kept.get(key)
      return entry && now() - entry.since < REMEMBERED_MS ? entry.measurement : undefined
    },
    keep(key: string, measurement: Measurement | null) {
      kept.delete(key)
      kept.set(key, { measurement, since: now() })
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_REMEMBERED) break
        kept.delete(oldest)
      }
    },
  }
}
