/**
 * The live connections on /live, their subscriptions, and the frames sent to them. A slice registers its kind of channel with a function
 * that decides who may subscribe, and publishes to the channel.
 */
import { closeCodes, live as timing } from '@samtur/contract/constants'
import type { LiveEvent, SendFrame, ServerFrame } from '@samtur/contract/live'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Caller, Parts } from '../http/context.ts'
import type { Listeners } from './bus.ts'
import { Subscribers } from './subscribers.ts'
import { createUpgrades, type EndedSession, type LookUp } from './upgrade.ts'
import { limits, Connection, type ConnectionEvents } from './connection.ts'
import { handleSending, type Sendable, type SentMessage } from './sending.ts'
import { type HolderOf, startSweep, type Times } from './sweep.ts'

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

export interface Hub {
  register(channel: Channel): void
  /** Sends to the subscribers in this process, or with `to` to those people among them. */
  publish(channel: string, data: LiveEvent, options?: { to?: readonly string[] }): void
  readonly metrics: Readonly<LiveMetrics>
  readonly listeners: Pick<Listeners, 'session_ended' | 'session_renewed'>
  /** Closes every connection with the code that asks for a reconnect, and waits until they have ended. */
  close(): Promise<void>
}

export interface LiveMetrics {
  sockets: number
  opened: number
  refused: number
  frames_in: number
  frames_out: number
  closed_slow: number
}

const defaultTimes: Times = {
  silentAfter: timing.silentAfter,
  pingAfter: timing.heartbeat,
  checkSessionAfter: 45_000,
  sweepEvery: 5_000,
}
const TRY_AGAIN_LATER = 1013

interface Options {
  parts: Pick<Parts, 'log'> & Partial<Pick<Parts, 'security'>>
  config: Config
  /** Returns the holder of a request's session, or null. Called before a socket opens. */
  callerOf: (request: FastifyRequest) => Promise<Caller | null>
  /** Returns the holder of a session, or null. Called regularly while the socket is open and for each message that comes over it, because the token that opened it may have expired. */
  holderOf: HolderOf
  /** Shorter in tests. */
  times?: Partial<Times>
}

export function createHub(http: FastifyInstance, { parts, config, callerOf, holderOf, times }: Options): Hub {
  const metrics: LiveMetrics = { sockets: 0, opened: 0, refused: 0, frames_in: 0, frames_out: 0, closed_slow: 0 }
  // The session is in the headers; an upgrade has no other part of a request.
  const lookUp: LookUp = (headers) => callerOf({ headers } as FastifyRequest)
  const subscribers = new Subscribers()
  const subscriptions = createSubscriptions({ subscribers, metrics, holderOf, log: parts.log })
  const events: ConnectionEvents = {
    frame(connection, frame) {
      metrics.frames_in++
      if (frame.type === 'subscribe') void subscriptions.join(connection, frame.channel)
      else if (frame.type === 'unsubscribe') subscriptions.leave(connection, frame.channel)
      else if (frame.type === 'typing') subscriptions.typing(connection, frame.channel)
      else if (frame.type === 'send') subscriptions.accept(connection, frame)
      else subscriptions.send(connection, { type: 'heartbeat' })
    },
    gone(connection, reason) {
      if (reason === 'slow') metrics.closed_slow++
      subscribers.exit(connection)
      for (const name of connection.channels.keys()) subscriptions.leave(connection, name)
      metrics.sockets = subscribers.connections.size
    },
  }
  const upgrades = createUpgrades({
    parts,
    config,
    lookUp,
    onOpen: (upgraded, caller) => {
      subscribers.enter(new Connection(upgraded, caller, events))
      metrics.opened++
      metrics.sockets = subscribers.connections.size
    },
    onRefused: () => metrics.refused++,
  })
  http.server.on('upgrade', upgrades.upgrade)
  const stopSweep = startSweep({ subscribers, holderOf, log: parts.log, times: { ...defaultTimes, ...times } })
  const end = (code: number) => (of: EndedSession) => {
    upgrades.endArrivals(of)
    for (const connection of subscribers.ofPerson(of.user_id)) {
      if (of.session_id === null || of.session_id === connection.caller.sessionId) connection.shut(code)
    }
  }
  return {
    register: subscriptions.register,
    publish: subscriptions.publish,
    metrics,
    listeners: {
      session_ended: end(closeCodes.signedOut),
      // A page with the new cookie connects again; a socket that was opened with a stolen one does not.
      session_renewed: end(closeCodes.renewed),
    },
    async close() {
      upgrades.close()
      stopSweep()
      const sockets = [...subscribers.connections]
      for (const connection of sockets) connection.shut(closeCodes.restart)
      await Promise.all([subscriptions.close(), ...sockets.map((connection) => connection.closed)])
    },
  }
}

interface SubscriptionsOptions extends Pick<Parts, 'log'> {
  subscribers: Subscribers
  metrics: LiveMetrics
  holderOf: HolderOf
}

/** Subscribes, unsubscribes, publishes, and stores the messages of subscribers. */
function createSubscriptions({ subscribers, metrics, holderOf, log }: SubscriptionsOptions) {
  const kinds = new Map<string, Channel>()
  /** Messages that are being stored. */
  const answering = new Set<Promise<void>>()

  function kindOf(name: string) {
    const colon = name.indexOf(':') + 1
    return { kind: kinds.get(colon ? name.slice(0, colon) : name), id: colon ? name.slice(colon) : '' }
  }
  function send(connection: Connection, frame: ServerFrame | Buffer) {
    metrics.frames_out++
    connection.send(frame)
  }
  function refuse(connection: Connection, channel: string) {
    connection.channels.delete(channel)
    send(connection, { type: 'refused', channel })
    // One line per socket is enough to notice an attack.
    if (!connection.warned) log.warn({ user_id: connection.caller.id }, 'a live subscription was refused')
    connection.warned = true
  }
  function leave(connection: Connection, channel: string) {
    subscribers.unsubscribe(connection, channel)
    const { kind, id } = kindOf(channel)
    if (subscribers.isEmpty(channel)) kind?.left?.(id)
  }
  async function answer(connection: Connection, frame: SendFrame) {
    const { kind, id } = kindOf(frame.channel)
    const { sessionId, id: callerId } = connection.caller
    const say = connection.channels.get(frame.channel) === 'joined' ? kind?.send : undefined
    const store = say && ((caller: Caller, said: Sendable) => say(caller, id, said))
    const count = async () => kind?.count?.(callerId)
    send(connection, await handleSending({ sessionId, frame, holderOf, count, store, log }))
  }
  /** Returns undefined when the database is away. */
  async function ask({ authorise }: Channel, caller: Caller, id: string): Promise<boolean | undefined> {
    try {
      return await authorise(caller, id)
    } catch (error) {
      log.warn({ err: error }, 'a live subscription could not be checked')
      return undefined
    }
  }

  return {
    send,
    leave,
    register: (kind: Channel) => void kinds.set(kind.prefix, kind),
    join: async (connection: Connection, channel: string): Promise<void> => {
      const known = connection.channels.get(channel)
      if (known === 'joined') return send(connection, { type: 'subscribed', channel })
      if (known === 'requested') return undefined
      const { kind, id } = kindOf(channel)
      if (!kind || connection.channels.size >= limits.channels) return refuse(connection, channel)
      connection.channels.set(channel, 'requested')
      const allowed = await ask(kind, connection.caller, id)
      // Meanwhile the socket may have closed, or unsubscribed and subscribed again.
      const state = connection.channels.get(channel)
      if (state === 'joined') return undefined
      if (state === undefined) return leave(connection, channel)
      // The client reconnects and subscribes again.
      if (allowed === undefined) return connection.shut(TRY_AGAIN_LATER)
      if (!allowed) return refuse(connection, channel)
      subscribers.subscribe(connection, channel)
      return send(connection, { type: 'subscribed', channel })
    },
    typing: (connection: Connection, channel: string) => {
      if (connection.channels.get(channel) !== 'joined' || !connection.mayType()) return
      const { kind, id } = kindOf(channel)
      kind?.typing?.(connection.caller, id)
    },
    accept: (connection: Connection, frame: SendFrame): void => {
      const answered = answer(connection, frame).finally(() => answering.delete(answered))
      answering.add(answered)
    },
    publish: (channel: string, data: LiveEvent, { to }: { to?: readonly string[] } = {}) => {
      const connections = subscribers.of(channel, to)
      if (connections.length === 0) return
      // Serialised once for any number of subscribers.
      const frame = Buffer.from(JSON.stringify({ type: 'event', channel, data } satisfies ServerFrame))
      for (const connection of connections) send(connection, frame)
    },
    close: async () => {
      await Promise.all(answering)
      for (const kind of kinds.values()) await kind.close?.()
    },
  }
}
