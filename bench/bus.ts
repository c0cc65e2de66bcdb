/**
 * Measures the bus between processes on a real PostgreSQL: `npm run bench -- bus [--quick] [--only=processes|writers]`. Rising rates of events with
 * 2, 4, 8 and 16 processes that announce and listen as servers do, until 99 of 100 no longer arrive within 100 ms; what NOTIFY costs writers; and how many
 * NOTIFY statements are committed per second while processes listen. Takes about three minutes. Exits with 1 when an event is lost below the knee.
 */
import { closeAll, type Load, measureProcesses, rateWriters } from '../apps/server/test/bench/bus.ts'
import { type Figure, option, quick, report } from './report.ts'

const only = option('only')
const WITHIN_MS = 100
const effort = quick
  ? { processes: [0, 2, 4], rates: [125, 1_000, 8_000], seconds: 1, writers: [4], writing: 1.5, notify: 1 }
  : {
      processes: [0, 2, 4, 8, 16],
      rates: [125, 250, 500, 1_000, 2_000, 4_000, 5_600, 8_000, 11_200, 16_000, 22_400, 32_000, 45_000],
      seconds: 2,
      writers: [1, 4, 16],
      writing: 3,
      notify: 2,
    }

/** Removes the processes and their database on a signal. */
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.once(signal, () => {
    process.on('uncaughtException', () => {})
    void closeAll().finally(() => process.exit(code))
  })

const isMet = ({ p99, lost, doubled }: Load) => p99 <= WITHIN_MS && lost + doubled === 0

const parts: Record<string, () => Promise<Figure[]>> = {
  async processes() {
    const figures: Figure[] = []
    for (const count of effort.processes) {
      const { loads, notify, elsewhere } = await measureProcesses(count, { ...effort, within: WITHIN_MS })
      const title = `${count} processes`
      if (loads.length > 0) figures.push(...figuresOf(title, loads))
      figures.push(
        { what: `${title}: NOTIFY statements of 8 clients`, value: notify, unit: 'per s' },
        { what: `${title}: NOTIFY statements of 8 clients on another channel`, value: elsewhere, unit: 'per s' },
      )
    }
    return figures
  },
  async writers() {
    const rates = await rateWriters(effort.writers, effort.writing)
    return [...rates].flatMap(([writers, rate]) => {
      const title = `${writers} writer${writers > 1 ? 's' : ''}`
      return [
        { what: `${title}: rows stored without a NOTIFY`, value: rate.nothing, unit: 'per s' },
        { what: `${title}: with a NOTIFY in each transaction, of that`, value: rate['in the transaction'] / rate.nothing }, // prettier-ignore
        { what: `${title}: with an event on the bus after each, of that`, value: rate['the bus'] / rate.nothing },
      ]
    })
  },
}

function figuresOf(title: string, loads: Load[]): Figure[] {
  console.table(loads)
  const met = loads.filter(isMet)
  // Without a rate that is in time, the lowest one says what an event costs.
  const [first, knee] = [loads[0], met.at(-1) ?? loads[0]]
  const wrong = met.reduce((all, { lost, doubled }) => all + lost + doubled, 0)
  return [
    {
      what: `${title}: events with 99 of 100 delivered within ${WITHIN_MS} ms`,
      value: met.at(-1)?.rate ?? 0,
      unit: 'per s',
    },
    { what: `${title}: lost or doubled up to there`, value: wrong, goal: 0 },
    ...(first && knee ? detailsOf(title, first, knee) : []),
  ]
}

function detailsOf(title: string, first: Load, knee: Load): Figure[] {
  const low = `${title}, ${first.rate} events/s`
  const high = `${title}, at that rate`
  return [
    { what: `${low}: p50`, value: first.p50, unit: 'ms' },
    { what: `${low}: p99`, value: first.p99, unit: 'ms' },
    { what: `${low}: processor of PostgreSQL for each`, value: first.database, unit: 'µs' },
    { what: `${low}: processor of all processes for each`, value: first.processes, unit: 'µs' },
    { what: `${high}: p50`, value: knee.p50, unit: 'ms' },
    { what: `${high}: p99`, value: knee.p99, unit: 'ms' },
    { what: `${high}: events in one NOTIFY`, value: knee.together },
    { what: `${high}: processor of PostgreSQL for each`, value: knee.database, unit: 'µs' },
    { what: `${high}: processor of all processes for each`, value: knee.processes, unit: 'µs' },
    { what: `${high}: of all cores in use`, value: knee.busy },
  ]
}

try {
  const figures: Figure[] = []
  for (const [name, measure] of Object.entries(parts)) if (!only || only === name) figures.push(...(await measure()))
  report('bus', figures)
} finally {
  await closeAll()
}
