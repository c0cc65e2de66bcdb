/**
 * Two people write to each other over a network that cuts their connections at random. At the end both must have read the same messages,
 * all of them, each once.
 */
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDataFolder } from '../../apps/server/test/embedded-folder.ts'
import { postgres } from '../../apps/server/test/postgres.ts'
import { numbersFrom } from '../../apps/server/test/random.ts'
import { type Cut, RoughProxy } from '../../apps/server/test/rough-proxy.ts'
import { type Server, startServer } from '../../apps/server/test/server.ts'
import { Writer } from './writer.ts'

export interface CutOptions {
  cuts: number
  database: 'embedded' | 'server'
  /** Several processes share one database. */
  processes: number
  seed: number
  progress?(cut: number): void
}

export interface CutReport {
  cuts: number
  /** How many connections were open when they were cut. */
  lines: number
  messages: number
  /**
   * Per person: how often the channel was joined, how many messages came live and by reading, how many were sent live, and how many were
   * sent again.
   */
  people: Writer['counts'][]
  /** Each violation that was found, as a sentence. */
  problems: string[]
}

const kinds: readonly Cut[] = ['reset', 'reset', 'reset', 'halve', 'halve', 'silence']
const CALM_WITHIN_MS = 15_000
const LIVE_WITHIN_MS = 1000

export async function runCuts(options: CutOptions): Promise<CutReport> {
  const folder = makeDataFolder()
  const url = options.database === 'server' ? await (await postgres()).create() : undefined
  const env = { DATA_DIR: folder, ...(url && { DATABASE_URL: url }) }
  const servers: Server[] = []
  try {
    for (let i = 0; i < options.processes; i++) servers.push(await startServer(env))
    return await cutAndCompare(servers, options)
  } finally {
    await Promise.all(servers.map((server) => server.kill('SIGKILL')))
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function cutAndCompare(servers: Server[], { cuts, seed, progress }: CutOptions): Promise<CutReport> {
  const random = numbersFrom(seed)
  const [first] = servers
  if (!first) throw new Error('no server')
  const people = await first.ask.people(2)
  const chatId = await openChat(first.url, people.map(({ id }) => id), people[0]?.cookie ?? '') // prettier-ignore
  const targets = servers.map((server) => server.url)
  const nets = await Promise.all(people.map(() => RoughProxy.start({ targets, random })))
  const writers = people.map(({ cookie }, i) => new Writer({ url: nets[i]?.url ?? '', cookie, chatId, random }))
  const leave = writers.map((writer) => writer.enter())
  const report: CutReport = { cuts, lines: 0, messages: 0, people: writers.map(({ counts }) => counts), problems: [] }
  let ended = false
  const talk = async (writer: Writer, name: number) => {
    const said: string[] = []
    for (let i = 0; !ended; i++) {
      said.push((await writer.say(`${name}: ${i}`)).id)
      await sleep(random() * 20)
    }
    return said
  }
  const talking = writers.map(talk)
  for (let cut = 1; cut <= cuts; cut++) {
    await sleep(random() * 140)
    const kind = kinds[Math.floor(random() * kinds.length)] ?? 'reset'
    report.lines += nets[Math.floor(random() * nets.length)]?.cut(kind) ?? 0
    progress?.(cut)
  }
  ended = true
  for (const net of nets) net.calm()
  const said = await Promise.all(talking)
  report.problems = await compare({ first, chatId, writers, said })
  report.problems.push(...(await isLiveAgain(writers)))
  report.messages = writers[0]?.messages.length ?? 0
  for (const go of leave) go()
  await Promise.all(nets.map((net) => net.close()))
  return report
}

async function openChat(url: string, [, other]: string[], cookie: string): Promise<string> {
  const headers = { cookie, origin: url, 'content-type': 'application/json' }
  const body = JSON.stringify({ user_id: other })
  const answer = await fetch(`${url}/api/v1/chats`, { method: 'POST', headers, body })
  return ((await answer.json()) as { id: string }).id
}

interface Outcome {
  first: Server
  chatId: string
  writers: readonly Writer[]
  /** Per person the ids of the acknowledged messages, in the order in which they were written. */
  said: readonly string[][]
}

async function compare({ first, chatId, writers, said }: Outcome): Promise<string[]> {
  const rows = await first.ask.query('select id::text, content from message where chat_id = $1 order by seq', [chatId])
  const stored = rows.map((row) => String(row['id']))
  await until(() => writers.every(({ messages }) => messages.length >= stored.length))
  const problems = writers.flatMap(({ refusals }) => refusals)
  // Every message was written with its own text, so a repeated text is a doubled message.
  const texts = new Set(rows.map((row) => row['content']))
  if (texts.size !== rows.length) problems.push(`${rows.length - texts.size} messages are stored twice`)
  for (const [i, ids] of said.entries()) {
    // The messages of one writer are stored in the order in which they were written.
    const own = stored.filter((id) => ids.includes(id))
    if (own.join() !== ids.join())
      problems.push(`of ${i} ${ids.length} were answered and ${own.length} are stored, or in another order`)
  }
  for (const [i, { messages }] of writers.entries()) {
    const shown = messages.map(({ id }) => id)
    const lost = stored.filter((id) => !shown.includes(id))
    if (lost.length > 0) problems.push(`${i} has never seen ${lost.length} of ${stored.length} messages`)
    if (new Set(shown).size !== shown.length) problems.push(`${i} has seen some messages twice`)
    if (lost.length === 0 && shown.join() !== stored.join()) problems.push(`${i} sees another order`)
  }
  for (const { invariant, detail } of await first.ask.violations()) problems.push(`${invariant}: ${detail}`)
  return problems
}

/**
 * Checks that each further message arrives, and that one of them arrives live. A connection that was cut may seem joined until its next
 * heartbeat; a message of that moment arrives by reading once the channel is joined again.
 */
async function isLiveAgain(writers: readonly Writer[]): Promise<string[]> {
  for (const deadline = Date.now() + CALM_WITHIN_MS; Date.now() < deadline;) {
    if (!(await until(() => writers.every(({ isJoined }) => isJoined)))) return ['somebody never came back']
    const before = writers.map(({ counts }) => counts.live)
    const id = (await writers[0]?.say('still there?'))?.id
    const seen = await until(() => writers.every(({ messages }) => messages.some((message) => message.id === id)))
    if (!seen) return ['a message to joined connections was lost']
    // The writer has seen its own message from the response alone, and its event may follow.
    if (await until(() => writers.every(({ counts }, i) => counts.live > (before[i] ?? 0)), LIVE_WITHIN_MS)) return []
  }
  return ['nothing comes live any more']
}

async function until(condition: () => boolean, within = CALM_WITHIN_MS): Promise<boolean> {
  for (const deadline = Date.now() + within; Date.now() < deadline; await sleep(10)) if (condition()) return true
  return condition()
}
