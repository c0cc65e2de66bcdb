/** Sends some hundred requests a second through a proxy, and records each response. */
import { randomUUID } from 'node:crypto'
import type { Answer } from './client.ts'
import { until } from './processes.ts'

export interface Sent {
  method: 'GET' | 'POST'
  /** Undefined while there is no response. */
  outcome?: string
  ok?: boolean
  /** Of a message. */
  clientId?: string
  /** Which writer sent it. */
  index: number
}

interface Options {
  perSecond: number
  /** One of so many requests is a write. */
  writeEvery: number
  read(index: number): Promise<Answer>
  write(index: number, clientId: string): Promise<Answer>
}

/** Requests at once, so that a busy machine gets no more than it answers. */
const AT_ONCE = 60
const TICK_MS = 4

export class Load {
  readonly sent: Sent[] = []
  private readonly options: Options
  private readonly timer: NodeJS.Timeout
  private readonly began = performance.now()
  private open = 0
  private due = 0

  constructor(options: Options) {
    this.options = options
    this.timer = setInterval(() => this.tick(), TICK_MS)
  }

  get answered(): number {
    return this.sent.length - this.open
  }

  get perSecond(): number {
    return Math.round((this.answered / (performance.now() - this.began)) * 1000)
  }

  /** Waits for so many more responses. */
  async more(count: number): Promise<void> {
    const target = this.answered + count
    await until(`${count} more responses`, () => this.answered >= target, 60_000)
  }

  /** Returns what was sent, once all of it has an outcome. */
  async stop(): Promise<Sent[]> {
    clearInterval(this.timer)
    await until('the last responses', () => this.open === 0, 90_000)
    return this.sent
  }

  private tick() {
    this.due = Math.min(this.due + (this.options.perSecond * TICK_MS) / 1000, AT_ONCE)
    for (; this.due >= 1 && this.open < AT_ONCE; this.due--) void this.send(this.sent.length)
  }

  private async send(index: number) {
    const { writeEvery, read, write } = this.options
    const writes = index % writeEvery === 0
    const sent: Sent = writes ? { method: 'POST', index, clientId: randomUUID() } : { method: 'GET', index }
    this.sent.push(sent)
    this.open++
    try {
      const { status, body } = await (sent.clientId === undefined ? read(index) : write(index, sent.clientId))
      sent.ok = status === (writes ? 201 : 200)
      sent.outcome = sent.ok ? String(status) : `${status} ${body.slice(0, 200)}`
    } catch (error) {
      sent.ok = false
      sent.outcome = String(error)
    }
    this.open--
  }
}
