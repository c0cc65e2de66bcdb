/**
 * Kills the server repeatedly while it works, and compares every response it gave with the database.
 *
 *   node apps/server/test/kills.ts --kills 100 --database embedded|server [--seed 1]
 */
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { makeDataFolder } from './embedded-folder.ts'
import { startClients, type Clients, type Write } from './kills-clients.ts'
import { hasPostgres, postgres, startOwnPostgres } from './postgres.ts'
import { numbersFrom } from './random.ts'
import { type Server, startServer } from './server.ts'
import type { TestPerson } from './sessions.ts'

const CLIENTS = 8
const RATINGS_EACH = 60
/** Least number of responses between two kills. */
const ANSWERED_BEFORE = 8
/** Every fourth kill hits a process of the database server. */
const EVERY_NTH_IS_A_BACKEND = 4

interface Options {
  kills: number
  database: 'embedded' | 'server'
  seed: number
  /** Called after each kill. */
  progress?(kill: number): void
}

export interface Report {
  kills: number
  backendKills: number
  answered: number
  /** Writes whose first attempt was cut off or got a 503. */
  retried: number
  byKind: Record<string, number>
  /** Milliseconds from starting the process to success of /readyz. */
  ready: { median: number; worst: number }
  /**
   * Milliseconds from killing a process of the database server to the last response to what was running, or until the database accepted
   * connections again.
   */
  healed: { median: number; worst: number }
  /** Each violation that was found, as a sentence. */
  problems: string[]
}

export async function runKills({ kills, database, seed, progress }: Options): Promise<Report> {
  const random = numbersFrom(seed)
  const folder = makeDataFolder()
  const own = database === 'server' && !hasPostgres ? await startOwnPostgres(['max_connections=300']) : undefined
  const url = database === 'server' ? await (own ?? (await postgres())).create() : undefined
  const env = { DATA_DIR: folder, ...(url && { DATABASE_URL: url }) }
  // Creating an embedded database takes seconds and is not measured.
  if (!url && !fs.existsSync(path.join(folder, 'pg'))) await (await startServer(env)).kill('SIGTERM')
  const run = new Run(env)
  try {
    await run.begin(random)
    for (let kill = 1; kill <= kills; kill++) {
      await sleep(50 + random() * 1450)
      await run.untilAnswered()
      if (url && kill % EVERY_NTH_IS_A_BACKEND === 0) await run.killBackend(url, own !== undefined)
      else await run.killServer()
      progress?.(kill)
    }
    return await run.end(kills)
  } finally {
    await run.server?.kill('SIGKILL')
    await own?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

class Run {
  readonly env: Record<string, string>
  server: Server | undefined
  clients: Clients | undefined
  backendKills = 0
  ready: number[] = []
  healed: number[] = []
  problems: string[] = []
  checked = 0
  answered = 0

  constructor(env: Record<string, string>) {
    this.env = env
  }

  async begin(random: () => number) {
    this.server = await startServer(this.env)
    const people = await this.server.ask.people(CLIENTS)
    const ratings: string[][] = []
    for (const [i, person] of people.entries()) {
      const driver = people[(i + 1) % people.length]
      ratings.push(await this.server.ask.departed(driver?.id ?? '', person.id, RATINGS_EACH))
    }
    const chats = await openChats(this.server.url, people)
    this.clients = startClients({ people, ratings, chats, random, problem: (text) => this.problems.push(text) })
    this.clients.open(this.server.url)
  }

  /** Waits for enough responses, because killing an unused server proves nothing. */
  async untilAnswered() {
    const answered = () => this.clients?.writes.filter(({ status }) => status !== undefined).length ?? 0
    const target = this.answered + ANSWERED_BEFORE
    for (let turn = 0; turn < 200 && answered() < target; turn++) await sleep(50)
    this.answered = answered()
  }

  async killServer() {
    this.clients?.close()
    await this.server?.kill('SIGKILL')
    this.server = await startServer(this.env)
    this.ready.push(this.server.readyMs)
    // Checks before any retry: what was confirmed must be stored already.
    await this.check()
    this.clients?.open(this.server.url)
  }

  /**
   * Kills one connection's process, which makes the whole database recover, or ends only the connection where others use the server too.
   */
  async killBackend(url: string, ownServer: boolean) {
    this.backendKills++
    const admin = new pg.Client(url)
    admin.on('error', () => {})
    await admin.connect()
    const { rows } = await admin.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'samtur' and datname = current_database()",
    )
    const pid = rows[Math.floor(rows.length / 2)]?.pid
    if (pid !== undefined && ownServer) process.kill(pid, 'SIGKILL')
    else await admin.query('select pg_terminate_backend($1)', [pid])
    await admin.end().catch(() => {})
    // No restart: the process and its clients have to recover by themselves.
    const started = performance.now()
    await this.clients?.settle()
    await untilReady(url)
    this.healed.push(performance.now() - started)
    await this.check()
    this.clients?.open(this.server?.url ?? '')
  }

  async check() {
    const writes = this.clients?.writes ?? []
    for (const problem of await compare(this.server, writes.slice(this.checked))) this.problems.push(problem)
    for (const { invariant, detail } of (await this.server?.ask.violations()) ?? [])
      this.problems.push(`${invariant}: ${detail}`)
    // Writes without a response are checked next time.
    const open = writes.findIndex((write, index) => index >= this.checked && write.status === undefined)
    this.checked = open === -1 ? writes.length : open
  }

  async end(kills: number): Promise<Report> {
    await this.clients?.settle()
    this.checked = 0
    await this.check()
    await this.clients?.stop()
    const writes = this.clients?.writes ?? []
    const done = writes.filter(isDone)
    return {
      kills,
      backendKills: this.backendKills,
      answered: done.length,
      retried: writes.filter((write) => write.attempts > 1).length,
      byKind: Object.fromEntries(
        [...Map.groupBy(done, (write) => write.kind)].map(([kind, list]) => [kind, list.length]),
      ),
      ready: summaryOf(this.ready),
      healed: summaryOf(this.healed),
      problems: this.problems,
    }
  }
}

/** Waits until the database accepts connections, because it recovers as a whole. */
async function untilReady(url: string) {
  for (;;) {
    const client = new pg.Client(url)
    const answers = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (answers) return
    await sleep(10)
  }
}

/** Opens a conversation between each person and the next. */
function openChats(url: string, people: TestPerson[]): Promise<string[]> {
  return Promise.all(
    people.map(async ({ cookie }, i) => {
      const body = JSON.stringify({ user_id: people[(i + 1) % people.length]?.id })
      const response = await fetch(`${url}/api/v1/chats`, {
        method: 'POST',
        headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
        body,
      })
      return ((await response.json()) as { id: string }).id
    }),
  )
}

function summaryOf(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  return { median: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0), worst: Math.round(sorted.at(-1) ?? 0) }
}

const isDone = (write: Write) => write.status !== undefined && write.status < 300

/** Counts how often each write is in the database, by its mark. */
const counts: Record<Write['kind'], string> = {
  publish:
    'select notes as mark, id::text, count(*) over (partition by notes)::integer as count, null as state from ride where notes = any($1)',
  reserve:
    'select message as mark, id::text, count(*) over (partition by message)::integer as count, null as state from reservation where message = any($1)',
  accept: 'select id::text as mark, id::text, 1 as count, status as state from reservation where id::text = any($1)',
  reject: 'select id::text as mark, id::text, 1 as count, status as state from reservation where id::text = any($1)',
  rate: 'select comment as mark, id::text, count(*) over (partition by comment)::integer as count, null as state from rating where comment = any($1)',
  profile: "select address as mark, '' as id, 1 as count, null as state from profile where address = any($1)",
  message:
    'select client_id::text as mark, id::text, count(*) over (partition by client_id)::integer as count, null as state from message where client_id::text = any($1)',
}
const states: Partial<Record<Write['kind'], string>> = { accept: 'accepted', reject: 'rejected' }

async function compare(server: Server | undefined, writes: Write[]): Promise<string[]> {
  const problems: string[] = []
  for (const [kind, list] of Map.groupBy(writes, (write) => write.kind)) {
    const rows = (await server?.ask.query(counts[kind], [list.map((write) => write.mark)])) ?? []
    const found = new Map(rows.map((row) => [row['mark'], row]))
    for (const write of list) {
      const row = found.get(write.mark)
      const say = (what: string) =>
        problems.push(`${kind} ${write.mark} (${write.status ?? 'no answer'}, ${write.attempts} attempts): ${what}`)
      if (row && row['count'] !== 1) say(`${String(row['count'])} times`)
      if (!isDone(write)) continue
      // Only the last change of a profile remains.
      if (!row && !write.superseded) say('answered and not there')
      else if (row && write.id && kind !== 'profile' && row['id'] !== write.id)
        say(`answered ${write.id}, stored ${String(row['id'])}`)
      else if (row && states[kind] && row['state'] !== states[kind]) say(`is ${String(row['state'])}`)
    }
  }
  return problems
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '100' },
      database: { type: 'string', default: 'embedded' },
      seed: { type: 'string', default: '1' },
    },
  })
  const database = values.database === 'server' ? 'server' : 'embedded'
  const report = await runKills({
    kills: Number(values.kills),
    database,
    seed: Number(values.seed),
    progress: (kill) => process.stdout.write(`\r${kill} `),
  })
  console.log(`\n${JSON.stringify(report, null, 2)}`)
  process.exitCode = report.problems.length > 0 ? 1 : 0
}
