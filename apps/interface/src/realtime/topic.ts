/** One topic that a program has joined: a subscriber of the hub, whose events become changes of the table `messages`. */
import type { LiveEvent } from '@samtur/contract/live'
import type { Subscriber } from '../ports/live.ts'
import type { Ports } from '../ports/ports.ts'
import type { Caller } from '../ports/sessions.ts'
import { messageRow } from '../rest/rows-messages.ts'
import type { Row } from '../rest/shapes.ts'
import type { Links } from '../storage/links.ts'
import { rowOfNotice } from './bindings.ts'

/** The person of a program's token, and when the token expires; milliseconds since 1970. */
export interface Identity {
  caller: Caller
  expiresAt: number
}

export interface TopicDeps extends Pick<Ports, 'live' | 'log'> {
  /** For addresses of images. */
  links: Links
}

interface Listener {
  deps: TopicDeps
  /** Sends a change to the bindings with these ids. */
  send(ids: readonly number[], row: Row): void
  end(): void
}

export class Topic implements Subscriber {
  readonly channels: Subscriber['channels'] = new Map()
  checkedAt = performance.now()
  private identity: Identity
  /** Settles when the rows so far have been sent. */
  private sent = Promise.resolve()
  private readonly listener: Listener
  /** The ids of bindings by their channel of the hub; empty until the program has them, and once the topic is closed. */
  private idsOf: ReadonlyMap<string, readonly number[]> = new Map()

  constructor(identity: Identity, listener: Listener) {
    this.identity = identity
    this.listener = listener
  }

  get caller(): Caller {
    return this.identity.caller
  }

  get expiresAt(): number {
    return this.identity.expiresAt
  }

  /** Continues with a newer token of the same person. */
  renew(identity: Identity): void {
    this.identity = identity
    this.checkedAt = performance.now()
  }

  listen(idsOf: ReadonlyMap<string, readonly number[]>): void {
    this.idsOf = idsOf
  }

  receive({ channel, data }: { channel: string; data: LiveEvent }): void {
    if (!this.idsOf.has(channel)) return
    const row = this.rowOf(data)
    // Rows are made at the same time and sent in their order.
    this.sent = this.sent.then(async () => this.pass(channel, await row))
  }

  /** Sends a row, unless the topic was closed meanwhile. */
  private pass(channel: string, row: Row | undefined) {
    const ids = this.idsOf.get(channel)
    if (row && ids) this.listener.send(ids, row)
  }

  /** Returns the row of a new message; undefined for another event, or when the row cannot be made. */
  private async rowOf(data: LiveEvent): Promise<Row | undefined> {
    const { links, live, log } = this.listener.deps
    try {
      if (data.event === 'message') return await messageRow(links.signer(this.caller), data.message)
      if (data.event !== 'new_message') return undefined
      const { chat_id, seq, sender_id } = data
      const stamp = await live.stampOf({ chat_id, seq })
      return stamp && rowOfNotice({ ...stamp, chat_id, sender_id })
    } catch (error) {
      log.warn({ err: error }, 'a program was not notified of a message')
      return undefined
    }
  }

  end(): void {
    this.listener.end()
  }
}
