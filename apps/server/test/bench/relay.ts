/** Measures the hub's speed as a fraction of a bare relay's. */
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { CrowdQuestions } from './crowd.ts'
import { type Program, serverCore, startProgram } from './program.ts'
import type { RelayQuestions } from './relay-server.ts'

export interface RelayRate {
  /** Frames that arrived per second. */
  perSecond: number
  /** Microseconds of the server's processor time per frame. */
  micros: number
}
export type Relays = Record<'hub' | 'bare', RelayRate>

const CONNECTIONS = 2_000
/** At most so many frames wait in a socket, because slow readers are measured elsewhere. */
const ROUNDS = 10

const programOf = (name: string) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
export const startCrowd = () => startProgram<CrowdQuestions>(programOf('crowd'))

interface Relay {
  server: Program<RelayQuestions>
  crowd: Program<CrowdQuestions>
  rates: RelayRate[]
}

async function startRelay(kind: 'hub' | 'bare'): Promise<Relay> {
  const [server, crowd] = await Promise.all([
    startProgram<RelayQuestions>(programOf('relay-server'), serverCore),
    startCrowd(),
  ])
  const url = await server.ask.start(kind)
  const clients = Array.from({ length: CONNECTIONS }, (_, nr) => ({
    cookie: String(nr),
    channels: [`relay:${nr >> 1}`],
  }))
  await crowd.ask.open({ url, clients })
  return { server, crowd, rates: [] }
}

async function flood({ server, crowd, rates }: Relay, seconds: number): Promise<void> {
  const [first, worked, started] = [await crowd.ask.frames(), await server.ask.worked(), performance.now()]
  let expected = first
  while (performance.now() < started + seconds * 1000) {
    await server.ask.publish({ channels: CONNECTIONS / 2, rounds: ROUNDS })
    expected += CONNECTIONS * ROUNDS
    while ((await crowd.ask.frames()) < expected) await sleep(1)
  }
  const frames = expected - first
  rates.push({
    perSecond: (frames * 1000) / (performance.now() - started),
    micros: ((await server.ask.worked()) - worked) * (1000 / frames),
  })
}

/** Measures in turns, because the machine is never idle; the first turn only warms up. */
export async function rateRelays(seconds: number): Promise<Relays> {
  const relays = { bare: await startRelay('bare'), hub: await startRelay('hub') }
  for (let turn = 0; turn < 4; turn++) for (const relay of Object.values(relays)) await flood(relay, seconds / 4)
  for (const { server, crowd } of Object.values(relays)) await Promise.all([server.stop(), crowd.stop()])
  const middle = ({ rates }: Relay) =>
    rates.slice(1).toSorted((a, b) => a.micros - b.micros)[1] ?? { perSecond: NaN, micros: NaN }
  return { bare: middle(relays.bare), hub: middle(relays.hub) }
}
