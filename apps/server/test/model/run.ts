/**
 * Twenty clients act at random like people, and every response is compared with the model's. Now and then the server is killed, and the whole
 * database is compared repeatedly.
 *
 *   node apps/server/test/model/run.ts --operations 100000 --database embedded|server [--seed 1] [--kills 20]
 */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeDataFolder } from '../embedded-folder.ts'
import { hasPostgres, postgres, startPostgres } from '../postgres.ts'
import { numbersFrom } from '../random.ts'
import { type Server, startServer } from '../server.ts'
import type { TestPerson } from '../sessions.ts'
import { compareAll } from './compare.ts'
import { KeyLocks } from './locks.ts'
import { Model } from './model.ts'
import type { Clock, Operation } from './chance.ts'
import { chooseOperation } from './operations.ts'
import type { Body, Expected } from './records.ts'

const CLIENTS = 20
const PEOPLE = 24
/** Operations between two full comparisons. */
const COMPARE_EVERY = 5_000

export interface ModelOptions {
  operations: number
  database: 'embedded' | 'server'
  seed: number
  kills: number
  progress?(done: number): void
}

export interface ModelReport {
  operations: number
  succeeded: number
  byKind: Record<string, number>
  /** Successes by action. */
  done: Record<string, number>
  /** Refusals by action and code. */
  refused: Record<string, number>
  kills: number
  /** Requests repeated because a kill had cut them off. */
  retried: number
  comparisons: number
  problems: string[]
}

export async function runModel(options: ModelOptions): Promise<ModelReport> {
  const folder = makeDataFolder()
  const own = options.database === 'server' && !hasPostgres ? await startPostgres() : undefined
  const url = options.database === 'server' ? await (own ?? (await postgres())).create() : undefined
  const run = new Run({ DATA_DIR: folder, ...(url && { DATABASE_URL: url }) }, options)
  try {
    await run.begin()
    await run.work()
    return run.report
  } finally {
    await run.server?.kill('SIGKILL')
    await own?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

class Run {
  readonly #env: Record<string, string>
  readonly #options: ModelOptions
  readonly #random: () => number
  readonly #model = new Model()
  readonly #locks = new KeyLocks()
  #people: TestPerson[] = []
  #away = Promise.withResolvers<void>()
  #started = 0
  server: Server | undefined
  readonly report: ModelReport

  constructor(env: Record<string, string>, options: ModelOptions) {
    this.#env = env
    this.#options = options
    this.#random = numbersFrom(options.seed)
    this.report = {
      operations: 0,
      succeeded: 0,
      byKind: {},
      done: {},
      refused: {},
      kills: 0,
      retried: 0,
      comparisons: 0,
      problems: [],
    }
  }

  async begin() {
    this.server = await startServer(this.#env)
    this.#people = await this.server.ask.people(PEOPLE)
    this.#away.resolve()
  }

  async work() {
    const { operations, kills } = this.#options
    for (let done = 0; done < operations && this.report.problems.length < 20; done += COMPARE_EVERY) {
      const batch = Math.min(COMPARE_EVERY, operations - done)
      const clients = Array.from({ length: CLIENTS }, () => this.#client(done + batch))
      const killer = this.#killNowAndThen(done, batch, kills / operations)
      await Promise.all([...clients, killer])
      await this.#compare()
      this.#options.progress?.(done + batch)
    }
  }

  async #client(until: number) {
    while (this.#started < until) {
      this.#started++
      const people = this.#people.map(({ id }) => id)
      await this.#perform(chooseOperation({ model: this.#model, people, random: this.#random }))
    }
  }

  async #perform(operation: Operation) {
    const release = await this.#locks.take(operation.locks)
    try {
      const expected = operation.expected()
      const answer = operation.clock ? await this.#passTime(operation.clock) : await this.#send(operation)
      const succeeded = answer.status < 300
      const code = succeeded ? undefined : answer.body.code
      const done = answer.again && code !== undefined && code === operation.doneBefore && expected.apply !== undefined
      const right = succeeded
        ? expected.apply !== undefined || expected.orNothing === true
        : done || code === expected.code || code === expected.or
      const wrong = right && succeeded ? differences(answer.body, expected) : ''
      if (!right) this.#problem(operation, expected.code ?? 'success', `${answer.status} ${code ?? ''}`)
      else if (wrong) this.#problem(operation, JSON.stringify(expected.fields?.()), wrong)
      if (right && (succeeded || done)) expected.apply?.(answer.body)
      this.report.operations++
      this.report.succeeded += Number(succeeded)
      this.#count(this.report.byKind, operation.kind)
      if (succeeded) this.#count(this.report.done, operation.kind)
      else this.#count(this.report.refused, `${operation.kind} ${code}`)
    } finally {
      release()
    }
  }

  #count(counts: Record<string, number>, name: string) {
    counts[name] = (counts[name] ?? 0) + 1
  }

  #problem({ kind, caller, path, body }: Operation, expected: string, got: string) {
    this.report.problems.push(
      `${kind} by ${caller} ${path} ${JSON.stringify(body ?? {})}: expected ${expected}, got ${got}`,
    )
  }

  /** Repeats a cut-off request with the same key until it gets a response. */
  async #send({ caller, method, path, body }: Operation) {
    const headers = {
      cookie: this.#people[caller]?.cookie ?? '',
      'sec-fetch-site': 'same-origin',
      'idempotency-key': randomUUID(),
      ...(body && { 'content-type': 'application/json' }),
    }
    for (let again = false; ; again = true) {
      await this.#away.promise
      try {
        const init = {
          method,
          headers,
          ...(body && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(20_000),
        }
        const response = await fetch(`${this.server?.url}/api/v1${path}`, init)
        const parsed = (await response.json()) as Body
        if (response.status !== 503) return { status: response.status, body: parsed, again }
      } catch {
        // Cut off: the outcome is unknown.
      }
      this.report.retried++
      await sleep(10)
    }
  }

  /**
   * Moves a time of one row into the past, and waits until the server's background work has followed where the model expects that at once.
   * A repetition after a kill finds nothing more to do.
   */
  async #passTime({ event, id }: Clock) {
    await this.#ask((ask) => ask.query(timePasses[event], [id]))
    const isDue = async () => (await this.#ask((ask) => ask.query(stillDue[event], [id]))).length > 0
    for (let first = true; await isDue(); first = false) {
      // The server's own job may be at it.
      if (!first) await sleep(10)
      await this.#ask((ask) => ask.settle())
    }
    return { status: 200, body: {} as Body, again: false }
  }

  async #ask<T>(question: (ask: Server['ask']) => Promise<T>): Promise<T> {
    for (;;) {
      await this.#away.promise
      try {
        if (this.server) return await question(this.server.ask)
      } catch (error) {
        if (!/has ended|channel closed/i.test(String(error))) throw error
      }
      await sleep(10)
    }
  }

  async #killNowAndThen(done: number, batch: number, perOperation: number) {
    const planned = Math.round((done + batch) * perOperation) - Math.round(done * perOperation)
    for (let i = 1; i <= planned; i++) {
      const at = done + Math.floor((batch * i) / (planned + 1))
      while (this.#started < at) await sleep(5)
      this.#away = Promise.withResolvers()
      await this.server?.kill('SIGKILL')
      this.server = await startServer(this.#env)
      this.report.kills++
      this.#away.resolve()
    }
  }

  async #compare() {
    if (!this.server) return
    this.report.comparisons++
    const { ask } = this.server
    await ask.settle()
    this.report.problems.push(...(await compareAll(this.#model, this.#people, ask)))
    for (const { invariant, detail } of await ask.violations()) this.report.problems.push(`${invariant}: ${detail}`)
  }
}

/** Returns what differs from the fields that the response has to have, as JSON; an empty text where nothing does. */
function differences(body: Body, { fields }: Expected): string {
  const hours = (Date.parse(String(body['answer_by'])) - Date.parse(String(body['created_at']))) / 3_600_000
  const shown: Record<string, unknown> = { ...body, answer_hours: hours }
  const wrong = Object.entries(fields?.() ?? {}).filter(([name, value]) => shown[name] !== value)
  return wrong.length === 0 ? '' : JSON.stringify(Object.fromEntries(wrong.map(([name]) => [name, shown[name]])))
}

const moved = (...columns: string[]) =>
  columns.map((column) => `${column} = ${column} - interval '300 days'`).join(', ')

/** One statement each, because a kill may cut it off. */
const timePasses: Record<Clock['event'], string> = {
  // Everything about the ride, but not the decision times of refused requests, because old ones would be deleted.
  depart: `with gone as (update ride set ${moved('departure_time', 'arrival_time', 'created_at')}
        where id = $1 and status = 'active' and departure_time > now() returning id),
      unfound as (delete from ride_section where ride_id in (select id from gone)),
      stops as (update ride_stop set ${moved('passes_at')} where ride_id in (select id from gone)),
      offers as (update waiting_entry set ${moved('offer_from', 'offer_until')}
        where state = 'offered' and ride_id in (select id from gone))
    update reservation set ${moved('agreed_departs_at', 'agreed_arrives_at', 'created_at')},
      decided_at = case when status = 'accepted' then decided_at - interval '300 days' else decided_at end
    where ride_id in (select id from gone)`,
  lapse: `update waiting_entry set offer_from = now() - interval '1 hour', offer_until = now() - interval '1 second'
    where id = $1 and state = 'offered' and offer_until > now()`,
  expire: `update reservation set answer_by = now() - interval '1 second'
    where id = $1 and status = 'pending' and answer_by > now()`,
}

/** Returns a row while the server has not followed. It ends what belongs to a departed ride later, which the model allows. */
const stillDue: Record<Clock['event'], string> = {
  depart: 'select where $1::uuid is null',
  lapse: "select from waiting_entry where id = $1 and state = 'offered' and offer_until <= now()",
  expire: "select from reservation where id = $1 and status = 'pending' and answer_by <= now()",
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      operations: { type: 'string', default: '100000' },
      database: { type: 'string', default: 'server' },
      seed: { type: 'string', default: '1' },
      kills: { type: 'string', default: '20' },
    },
  })
  const started = performance.now()
  const report = await runModel({
    operations: Number(values.operations),
    database: values.database === 'embedded' ? 'embedded' : 'server',
    seed: Number(values.seed),
    kills: Number(values.kills),
    progress: (done) => process.stdout.write(`\r${done} `),
  })
  console.log(`\n${JSON.stringify(report, null, 2)}\n${Math.round((performance.now() - started) / 1000)} s`)
  process.exit(report.problems.length > 0 ? 1 : 0)
}
