/**
 * Measures publishing beside stored wanted rides, over HTTP on a real PostgreSQL: `npm run bench -- wanted [--quick]`. Two servers, one
 * without and one with 100,000 public wanted rides, publish the same rides in turn; then 10,000 people want one ride. `--quick` measures a
 * tenth. Exits with 1 when a goal is missed.
 */
import { measureWanted } from '../apps/server/test/bench/wanted.ts'
import { quick, report } from './report.ts'

const size = quick ? { wanted: 10_000, people: 1_000, rides: 60 } : { wanted: 100_000, people: 10_000, rides: 400 }
/** How many times longer publishing may take, and the seconds within which everyone is notified. */
const goals = { publish: 1.3, seconds: 10 }

const { without, beside, matches, seconds } = await measureWanted(size)
console.table({ without, beside })
report('wanted', [
  {
    what: `publishing beside ${size.wanted} wanted rides, of publishing without them`,
    value: beside.p50 / without.p50,
    goal: goals.publish,
  },
  { what: `${size.people} people are notified of one ride within`, value: seconds, unit: 's', goal: goals.seconds },
  { what: 'matches', value: matches },
])
