/**
 * The live channel: who is connected on /live, who is subscribed to what, and frames to them. Knows no slice: a slice registers its
 * kind of channel with the question who may join, and publishes to it.
 */
import type { Message } from '@samtur/contract/chat'
import { live as timing } from '@samtur/contract/constants'
import { closeCodes, type LiveEvent, type SendFrame, type ServerFrame } from '@samtur/contract/live'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Caller, Parts } from '../http/context.ts'
import { Subscribers } from './subscribers.ts'
import { createUpgrades, type LookUp } from './upgrade.ts'
import { limits, Connection, type ConnectionEvents } from './connection.ts'
import { answerSending, type Sendable } from './sending.ts'
import { type HolderOf, startSweep, type Times } from './sweep.ts'

/** A kind of channel. Nobody joins what no slice has registered. */
export interface Channel {
  /** The whole name, or, with a colon at its end, what stands before the id. */
  prefix: string
  authorise: (caller: Caller, id: string) => Promise<boolean>
  /** A subscriber is writing in it. */
  typing?: (caller: Caller, id: string) => void
  /** Counts that somebody says something, while that person's rights are asked for. Throws `rate_limited`. */
  count?: (callerId: string) => Promise<void>
  /** Stores what a subscriber says in it; it has been counted, and the caller's rights have just been asked for. Throws errors of the contract. */
  send?: (caller: Caller, id: string, said: Sendable) => Promise<Message>
  /** Nobody in this process is subscribed to the id any more. */
  left?: (id: string) => void
  /** The hub closes. */
  close?: () => Promise<void>
}

export interface Hub {
  register(channel: Channel): void
  /** Sends to the subscribers in this process; with `to` only to those people among them. */
  publish(channel: string, data: LiveEvent, options?: { to?: readonly string[] }): void
  readonly metrics: Readonly<LiveMetrics>
  /** Asks everybody to come back later and waits until they are gone. */
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
  parts: Pick<Parts, 'bus' | 'log'> & Partial<Pick<Parts, 'security'>>
  config: Config
  /** Answers whose session a request comes with, or null; asked before a socket opens. */
  callerOf: (request: FastifyRequest) => Promise<Caller | null>
  /** Asked again and again while it is open, and for each message that comes over it: the token that opened it may be too old by then, but its session is what counts. */
  holderOf: HolderOf
  /** Shorter in tests. */
  times?: Partial<Times>
}

export function createHub(http: FastifyInstance, { parts, config, callerOf, holderOf, times }: Options): Hub {
  const metrics: LiveMetrics = { sockets: 0, opened: 0, refused: 0, frames_in: 0, frames_out: 0, closed_slow: 0 }
  // The session is in the headers; a handshake has nothing else of a request.
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
  const shutAll = (code: number) => (of: { user_id: string; session_id: string | null }) => {
    for (const connection of subscribers.ofPerson(of.user_id)) {
      if (of.session_id === null || of.session_id === connection.caller.sessionId) connection.shut(code)
    }
  }
  const stopListening = [
    parts.bus.on('session_ended', shutAll(closeCodes.signedOut)),
    // Whoever holds the new cookie is back in a moment; a socket that was opened with a stolen one is not.
    parts.bus.on('session_renewed', shutAll(closeCodes.renewed)),
  ]

  return {
    register: subscriptions.register,
    publish: subscriptions.publish,
    metrics,
    async close() {
      upgrades.close()
      stopSweep()
      for (const stop of stopListening) stop()
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

/** Subscribing, unsubscribing, publishing, and what subscribers say. */
function createSubscriptions({ subscribers, metrics, holderOf, log }: SubscriptionsOptions) {
  const kinds = new Map<string, Channel>()
  /** What was said and is being stored. */
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
    // One line per socket is enough to notice somebody who tries doors.
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
    send(connection, await answerSending({ sessionId, frame, holderOf, count, store, log }))
  }
  /** Undefined when nobody can say. */
  async function ask({ authorise }: Channel, caller: Caller, id: string): Promise<boolean | undefined> {
    try {
      return await authorise(caller, id)
    } catch (error) {
      log.warn({ err: error }, 'nobody could say who may join')
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
      if (known === 'asked') return undefined
      const { kind, id } = kindOf(channel)
      if (!kind || connection.channels.size >= limits.channels) return refuse(connection, channel)
      connection.channels.set(channel, 'asked')
      const allowed = await ask(kind, connection.caller, id)
      // Meanwhile the socket may have closed or changed its mind, also back again.
      const wish = connection.channels.get(channel)
      if (wish === 'joined') return undefined
      if (wish === undefined) return leave(connection, channel)
      // Neither yes nor no: the client comes back and asks again.
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
      // Written once, however many read it.
      const frame = Buffer.from(JSON.stringify({ type: 'event', channel, data } satisfies ServerFrame))
      for (const connection of connections) send(connection, frame)
    },
    close: async () => {
      await Promise.all(answering)
      for (const kind of kinds.values()) await kind.close?.()
    },
  }
}
