/** The connections of the product's own pages, at /live: JSON frames of the contract (`live.ts`). */
import { clientFrame, type ClientFrame, type SendFrame, type ServerFrame } from '@samtur/contract/live'
import type { Caller } from '../http/context.ts'
import type { Log } from '../log.ts'
import { Connection, type Host, limits, type Upgraded } from './connection.ts'
import { handleSending, type Sendable } from './sending.ts'
import type { Published, Subscriber } from './subscribers.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { HolderOf } from './sweep.ts'

const TRY_AGAIN_LATER = 1013

interface Options {
  host: Host
  subscriptions: Subscriptions
  holderOf: HolderOf
  log: Log
}

export interface Pages {
  open(upgraded: Upgraded, caller: Caller): void
  /** Waits for the messages that are being stored. */
  close(): Promise<void>
}

export function createPages({ host, subscriptions, holderOf, log }: Options): Pages {
  /** Messages that are being stored. */
  const responding = new Set<Promise<void>>()

  async function respond(page: Page, frame: SendFrame) {
    const { kind, id } = subscriptions.kindOf(frame.channel)
    const { sessionId, id: callerId } = page.caller
    const say = page.channels.get(frame.channel) === 'joined' ? kind?.send : undefined
    const store = say && ((caller: Caller, said: Sendable) => say(caller, id, said))
    const count = async () => kind?.count?.(callerId)
    page.reply(await handleSending({ sessionId, frame, holderOf, count, store, log }))
  }

  return {
    open(upgraded, caller) {
      const store = (page: Page, frame: SendFrame) => {
        const responded = respond(page, frame).finally(() => responding.delete(responded))
        responding.add(responded)
      }
      subscriptions.enter(new Page(upgraded, caller, { host, subscriptions, store }))
    },
    async close() {
      await Promise.all(responding)
    },
  }
}

interface PageDeps {
  host: Host
  subscriptions: Subscriptions
  store: (page: Page, frame: SendFrame) => void
}

class Page extends Connection implements Subscriber {
  /** Who opened the socket, and in which session. */
  readonly caller: Caller
  readonly channels: Subscriber['channels'] = new Map()
  checkedAt = performance.now()
  private readonly deps: PageDeps
  private typedAt = -Infinity

  constructor(upgraded: Upgraded, caller: Caller, deps: PageDeps) {
    super(upgraded, deps.host)
    this.caller = caller
    this.deps = deps
  }

  reply(frame: ServerFrame): void {
    this.send(JSON.stringify(frame))
  }

  receive({ frame }: Published): void {
    this.send(frame())
  }

  end(code: number): void {
    this.shut(code)
  }

  protected dropAll(): void {
    this.deps.subscriptions.exit(this)
  }

  protected accept(data: Buffer, isBinary: boolean): boolean {
    const frame = isBinary ? undefined : parse(data)
    if (!frame) return false
    const { subscriptions } = this.deps
    if (frame.type === 'subscribe') void this.join(frame.channel)
    else if (frame.type === 'unsubscribe') subscriptions.leave(this, frame.channel)
    else if (frame.type === 'typing') this.announceTyping(frame.channel)
    else if (frame.type === 'send') this.deps.store(this, frame)
    else this.reply({ type: 'heartbeat' })
    return true
  }

  private async join(channel: string) {
    const outcome = await this.deps.subscriptions.join(this, channel)
    if (outcome === 'joined') this.reply({ type: 'subscribed', channel })
    // The client reconnects and subscribes again.
    if (outcome === 'unavailable') this.shut(TRY_AGAIN_LATER)
    if (outcome !== 'refused') return
    this.reply({ type: 'refused', channel })
    this.host.refused(this, this.caller.id)
  }

  /** Announces that the person is typing, at most once a second. */
  private announceTyping(channel: string) {
    const now = performance.now()
    if (this.channels.get(channel) !== 'joined' || now - this.typedAt < limits.typingEvery) return
    this.typedAt = now
    const { kind, id } = this.deps.subscriptions.kindOf(channel)
    kind?.typing?.(this.caller, id)
  }
}

function parse(data: Buffer): ClientFrame | undefined {
  try {
    return clientFrame.safeParse(JSON.parse(data.toString('utf8'))).data
  } catch {
    return undefined
  }
}
