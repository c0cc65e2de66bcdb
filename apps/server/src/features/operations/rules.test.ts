import { expect, test } from 'vitest'
import {
  judgeBackup,
  judgeDisks,
  judgeJobs,
  judgeQueue,
  judgeReplicas,
  type JobReport,
  processState,
  readReport,
  type Report,
  type Reporter,
} from './rules.ts'

const now = new Date('2026-11-20T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const HOUR = 3_600

const job = (changes: Partial<JobReport> = {}): JobReport => ({
  name: 'cleaning',
  every: 60,
  failures: 0,
  last: ago(30).toISOString(),
  took: 0.5,
  succeeded: ago(30).toISOString(),
  failed: null,
  next: ago(-30).toISOString(),
  ...changes,
})
const reporter = (report: Partial<Report> = {}, changes: Partial<Reporter> = {}): Reporter => ({
  host: 'one',
  startedAt: ago(10 * HOUR),
  silent: 5,
  report: { live: 0, jobs: [], disks: [], replicas: [], backup: null, ...report },
  ...changes,
})

test.each([
  [0, 'heard'],
  [29.9, 'heard'],
  [30, 'silent'],
  [599, 'silent'],
  [600, 'gone'],
] as const)('a process that was heard %s seconds ago is %s', (silent, state) => {
  expect(processState({ silent })).toBe(state)
})

test.each([
  ['mails', 60, 'fine'],
  ['mails', 61, 'slow'],
  ['mails', 601, 'broken'],
  ['retries', 600, 'fine'],
  ['retries', 601, 'slow'],
  ['retries', 2 * HOUR + 1, 'broken'],
  ['pushes', 61, 'slow'],
  ['digests', 30 * HOUR, 'fine'],
  ['exports', HOUR + 1, 'broken'],
  ['erasures', 2 * HOUR + 1, 'slow'],
] as const)('the queue %s whose oldest waits %s seconds is %s', (name, oldest, condition) => {
  expect(judgeQueue(name, 1, oldest)).toEqual({ name, waiting: 1, oldest_seconds: oldest, condition })
})

test('an empty queue is fine and has no oldest', () => {
  expect(judgeQueue('mails', 0, 9_999)).toEqual({ name: 'mails', waiting: 0, oldest_seconds: null, condition: 'fine' })
})

test.each([
  [500, 'fine'],
  [501, 'slow'],
  [5_001, 'broken'],
] as const)('%s wanted rides to compare are %s', (waiting, condition) => {
  expect(judgeQueue('wanted', waiting, null)).toMatchObject({ condition, oldest_seconds: null })
})

test('work of several processes has the last run of any and the next of any', () => {
  const later = job({ last: ago(5).toISOString(), took: 2, next: ago(-55).toISOString() })
  expect(judgeJobs([reporter({ jobs: [job()] }), reporter({ jobs: [later] })], now)).toEqual([
    {
      name: 'cleaning',
      condition: 'fine',
      problem: null,
      every_seconds: 60,
      last_at: later.last,
      seconds: 2,
      next_at: job().next,
      failed_at: null,
      reason: null,
    },
  ])
})

test('failing work comes first, with its reason, also where another process succeeds', () => {
  const failed = { at: ago(10).toISOString(), reason: 'ECONNREFUSED' }
  const jobs = [job({ name: 'travel', failures: 3, failed }), job({ name: 'outbox', failures: 1, failed }), job()]
  const shown = judgeJobs([reporter({ jobs }), reporter({ jobs: [job({ name: 'travel' })] })], now)
  expect(shown.map(({ name, condition, problem }) => [name, condition, problem])).toEqual([
    ['travel', 'broken', 'failing'],
    ['outbox', 'slow', 'failing'],
    ['cleaning', 'fine', null],
  ])
  expect(shown[0]).toMatchObject({ failed_at: failed.at, reason: 'ECONNREFUSED' })
})

test.each([
  ['succeeded three intervals and a minute ago', { succeeded: ago(240).toISOString() }, 10 * HOUR, null],
  ['succeeded earlier', { succeeded: ago(241).toISOString() }, 10 * HOUR, 'late'],
  ['has not succeeded since a start a moment ago', { succeeded: null }, 100, null],
  ['has not succeeded since a start long ago', { succeeded: null }, 241, 'late'],
] as const)('work that %s', (_, changes, age, problem) => {
  const [shown] = judgeJobs([reporter({ jobs: [job(changes)] }, { startedAt: ago(age) })], now)
  expect([shown?.problem, shown?.condition]).toEqual([problem, problem === null ? 'fine' : 'broken'])
})

test.each([
  ['that is being made eleven hours after the one before', 11 * HOUR, 11 * HOUR - 1, null],
  ['that is being made for longer', 12 * HOUR + 1, 12 * HOUR, 'late'],
  ['that does not begin', 11 * HOUR, 11 * HOUR + 1, 'late'],
] as const)('a backup %s', (_, succeeded, last, problem) => {
  const backup = job({ name: 'backup', succeeded: ago(succeeded).toISOString(), last: ago(last).toISOString() })
  expect(judgeJobs([reporter({ jobs: [backup] })], now)[0]?.problem).toBe(problem)
})

test('the work of a process that is not heard does not count', () => {
  expect(judgeJobs([reporter({ jobs: [job({ failures: 9 })] }, { silent: 31 })], now)).toEqual([])
})

test('processes of one machine have one disk, other machines their own', () => {
  const disks = (free: number): Report['disks'] => [{ holds: 'data', free, total: 5e9 }]
  expect(
    judgeDisks([
      reporter({ disks: disks(2e9) }),
      reporter({ disks: disks(2e9) }),
      reporter({ disks: disks(999e6) }, { host: 'two' }),
      reporter({ disks: disks(199e6) }, { host: 'three' }),
      reporter({ disks: disks(0) }, { host: 'four', silent: 99 }),
    ]).map(({ host, condition }) => [host, condition]),
  ).toEqual([
    ['one', 'fine'],
    ['two', 'slow'],
    ['three', 'broken'],
  ])
})

test('a replica is shown as the process sees it that can use it least, with the longest lag', () => {
  type Seen = Report['replicas'][number]
  const sees = (replicas: Seen[], silent = 5) => reporter({ replicas }, { silent })
  const one = (standing: Seen['standing'], lagMs?: number): Seen => ({ name: 'one', standing, ...(lagMs && { lagMs }) })
  expect(
    judgeReplicas([
      sees([{ name: 'two', standing: 'used', lagMs: 250 }, one('used', 0)]),
      sees([{ name: 'two', standing: 'used', lagMs: 100 }, one('behind', 2_500)]),
      sees([one('behind', 4_000)]),
      sees([one('away')], 31),
    ]),
  ).toEqual([
    { name: 'one', state: 'behind', lag_seconds: 4, condition: 'slow' },
    { name: 'two', state: 'used', lag_seconds: 0.25, condition: 'fine' },
  ])
  const together = (...standings: Seen['standing'][]) =>
    judgeReplicas(standings.map((standing) => sees([one(standing)])))
  expect(together('ahead', 'behind', 'used')).toMatchObject([{ state: 'ahead', lag_seconds: null, condition: 'slow' }])
  expect(together('used', 'away', 'ahead')).toMatchObject([{ state: 'away', lag_seconds: null, condition: 'slow' }])
})

const backup = (age: number | null, hours = 24): Report['backup'] => ({
  hours,
  newest: age === null ? null : { at: ago(age).toISOString(), bytes: 7 },
})
const working = (failures = 0) => [
  job({ name: 'backup', failures, failed: failures > 0 ? { at: ago(9).toISOString(), reason: 'ENOSPC' } : null }),
]

test.each([
  ['fine', 'fine', backup(HOUR), 0, 10 * HOUR],
  ['fine', 'fine', backup(48 * HOUR), 0, 10 * HOUR],
  ['late', 'broken', backup(48 * HOUR + 1), 0, 10 * HOUR],
  ['first', 'fine', backup(null), 0, HOUR],
  ['missing', 'broken', backup(null), 0, HOUR + 1],
  ['failing', 'slow', backup(25 * HOUR), 1, 10 * HOUR],
  ['failing', 'broken', backup(25 * HOUR), 3, 10 * HOUR],
  ['failing', 'broken', backup(49 * HOUR), 1, 10 * HOUR],
  ['off', 'slow', null, 0, 10 * HOUR],
] as const)(
  'backups are %s (%s) with %o, %s failures and %s seconds of running',
  (state, condition, own, failures, age) => {
    const reporters = [reporter({ backup: own, jobs: working(failures) }, { startedAt: ago(age) }), reporter()]
    expect(judgeBackup(reporters, now)).toMatchObject({ state, condition, reason: failures > 0 ? 'ENOSPC' : null })
  },
)

test('the newest backup of any process counts, with its machine and the next time', () => {
  const reporters = [reporter({ backup: backup(5 * HOUR) }), reporter({ backup: backup(HOUR) }, { host: 'two' })]
  expect(judgeBackup(reporters, now)).toMatchObject({
    state: 'fine',
    every_hours: 24,
    newest: { at: ago(HOUR).toISOString(), bytes: 7, host: 'two' },
    next_at: ago(-23 * HOUR).toISOString(),
  })
})

test('a part of another version’s report that this one does not understand is left out', () => {
  const { report } = reporter({ live: 3, jobs: [job()] })
  expect(readReport({ ...report, later: true })).toEqual(report)
  for (const stored of [null, {}])
    expect(readReport(stored)).toEqual({ live: 0, jobs: [], disks: [], replicas: [], backup: null })
  expect(readReport({ ...report, jobs: [{ name: 'x' }] })).toEqual({ ...report, jobs: [] })
  expect(readReport({ ...report, replicas: [{ name: 'one', standing: 'later' }] })).toEqual(report)
})
