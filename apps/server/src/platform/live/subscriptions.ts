/** Kinds of channels, subscriptions to them, and the events published in them. */
import type { LiveEvent, ServerFrame } from '@samtur/contract/live'
import type { Caller } from '../http/context.ts'
import type { Log } from '../log.ts'
import { limits } from './connection.ts'
import type { Sendable, SentMessage } from './sending.ts'
import type { Published, Subscriber, Subscribers } from './subscribers.ts'

/** A kind of channel. A subscription to a channel of no registered kind is refused. */
export interface Channel {
  /** The whole name of the channel, or the part before the id, which ends with a colon. */
  prefix: string
  authorise: (caller: Caller, id: string) => Promise<boolean>
  /** Called when a subscriber is typing in the channel. */
  typing?: (caller: Caller, id: string) => void
  /** Counts a message of the caller, while the caller's session is looked up. Throws `rate_limited`. */
  count?: (callerId: string) => Promise<void>
  /** Stores a message of a subscriber after it was counted and the session was looked up. Throws errors of the contract. */
  send?: (caller: Caller, id: string, said: Sendable) => Promise<SentMessage>
  /** Called when the last subscriber of the id in this process has left. */
  left?: (id: string) => void
  /** Called when the hub closes. */
  close?: () => Promise<void>
}

/** `unavailable`: rights could not be looked up. */
export type JoinOutcome = 'joined' | 'refused' | 'unavailable'

export type Subscriptions = ReturnType<typeof createSubscriptions>

export function createSubscriptions(subscribers: Subscribers, log: Log) {
  const kinds = new Map<string, Channel>()

  function kindOf(name: string) {
    const colon = name.indexOf(':') + 1
    return { kind: kinds.get(colon ? name.slice(0, colon) : name), id: colon ? name.slice(colon) : '' }
  }
  function leave(subscriber: Subscriber, channel: string) {
    subscribers.unsubscribe(subscriber, channel)
    const { kind, id } = kindOf(channel)
    if (subscribers.isEmpty(channel)) kind?.left?.(id)
  }
  /** Returns undefined when the database is away. */
  async function authorise(kind: Channel, caller: Caller, id: string): Promise<boolean | undefined> {
    try {
      return await kind.authorise(caller, id)
    } catch (error) {
      log.warn({ err: error }, 'a live subscription could not be checked')
      return undefined
    }
  }

  return {
    kindOf,
    leave,
    register: (kind: Channel): void => void kinds.set(kind.prefix, kind),
    /** Returns undefined where an earlier request decides, or where the subscriber has left meanwhile. */
    async join(subscriber: Subscriber, channel: string): Promise<JoinOutcome | undefined> {
      const known = subscriber.channels.get(channel)
      if (known === 'joined') return 'joined'
      if (known === 'requested') return undefined
      const { kind, id } = kindOf(channel)
      if (!kind || subscriber.channels.size >= limits.channels) return 'refused'
      subscriber.channels.set(channel, 'requested')
      const allowed = await authorise(kind, subscriber.caller, id)
      // Meanwhile the socket may have closed, or unsubscribed and subscribed again.
      const state = subscriber.channels.get(channel)
      if (state === 'joined') return undefined
      if (state === undefined) {
        leave(subscriber, channel)
        return undefined
      }
      if (allowed) {
        subscribers.subscribe(subscriber, channel)
        return 'joined'
      }
      subscriber.channels.delete(channel)
      return allowed === undefined ? 'unavailable' : 'refused'
    },
    enter: (subscriber: Subscriber): void => subscribers.enter(subscriber),
    /** Drops the subscriber with all its subscriptions. */
    exit(subscriber: Subscriber): void {
      subscribers.exit(subscriber)
      for (const channel of subscriber.channels.keys()) leave(subscriber, channel)
    },
    publish(channel: string, data: LiveEvent, { to }: { to?: readonly string[] } = {}): void {
      const receivers = subscribers.of(channel, to)
      if (receivers.length === 0) return
      let frame: Buffer | undefined
      const published: Published = {
        channel,
        data,
        frame: () => (frame ??= Buffer.from(JSON.stringify({ type: 'event', channel, data } satisfies ServerFrame))),
      }
      for (const receiver of receivers) receiver.receive(published)
    },
    async close(): Promise<void> {
      for (const kind of kinds.values()) await kind.close?.()
    },
  }
}
