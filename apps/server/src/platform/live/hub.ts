/**
 * The live connections of this process, of the product's own pages (/live) and of other protocols. A slice registers its kind of channel with a
 * function that decides who may subscribe, and publishes to the channel.
 */
import { closeCodes, live as timing } from '@samtur/contract/constants'
import { errorStatus } from '@samtur/contract/errors'
import type { LiveEvent } from '@samtur/contract/live'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Caller, Parts } from '../http/context.ts'
import type { Listeners } from './bus.ts'
import type { Connection, Host } from './connection.ts'
import { createPages } from './page.ts'
import { Subscribers } from './subscribers.ts'
import { type Channel, createSubscriptions, type Subscriptions } from './subscriptions.ts'
import { type HolderOf, startSweep, type Times } from './sweep.ts'
import { createUpgrades, type Door, type EndedSession, type Upgrades } from './upgrade.ts'

/** What connections of another protocol are built on. */
export interface Base extends Pick<Upgrades, 'identify' | 'takePlace'>, Pick<Subscriptions, 'enter' | 'exit' | 'join'> {
  host: Host
  /** Opens connections at a path. */
  serve(path: string, door: Door): void
}

export interface Hub {
  register(channel: Channel): void
  /** Sends to the subscribers in this process, or with `to` to those people among them. */
  publish(channel: string, data: LiveEvent, options?: { to?: readonly string[] }): void
  readonly base: Base
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

const PATH = '/live'
const defaultTimes: Times = {
  silentAfter: timing.silentAfter,
  pingAfter: timing.heartbeat,
  checkSessionAfter: 45_000,
  sweepEvery: 5_000,
}

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
  const { log } = parts
  const metrics: LiveMetrics = { sockets: 0, opened: 0, refused: 0, frames_in: 0, frames_out: 0, closed_slow: 0 }
  const connections = new Set<Connection>()
  const host = createHost(connections, metrics, log)
  const subscribers = new Subscribers()
  const subscriptions = createSubscriptions(subscribers, log)
  const pages = createPages({ host, subscriptions, holderOf, log })
  const doors = new Map<string, Door>()
  const upgrades = createUpgrades({
    parts,
    config,
    doors,
    onAnswered(route, refusal, seconds) {
      if (refusal) metrics.refused++
      http.metrics.answered({ route, method: 'GET', status: refusal ? errorStatus[refusal] : 101 }, seconds)
    },
  })
  doors.set(PATH, {
    async admit({ headers }) {
      // The session is in the headers; an upgrade has no other part of a request.
      const caller = await upgrades.identify(() => callerOf({ headers } as FastifyRequest))
      if (typeof caller === 'string') return caller
      return { personId: caller.id, open: (upgraded) => pages.open(upgraded, caller) }
    },
  })
  http.server.on('upgrade', upgrades.upgrade)
  const stopSweep = startSweep({ connections, subscribers, holderOf, log, times: { ...defaultTimes, ...times } })
  const end = (code: number) => (of: EndedSession) => {
    upgrades.endArrivals(of)
    for (const subscriber of subscribers.ofPerson(of.user_id)) {
      if (of.session_id === null || of.session_id === subscriber.caller.sessionId) subscriber.end(code)
    }
  }
  const { enter, exit, join, register, publish } = subscriptions
  const { identify, takePlace } = upgrades
  return {
    register,
    publish,
    base: { host, identify, takePlace, enter, exit, join, serve: (path, door) => void doors.set(path, door) },
    metrics,
    listeners: {
      session_ended: end(closeCodes.signedOut),
      // A page with the new cookie connects again; a socket that was opened with a stolen one does not.
      session_renewed: end(closeCodes.renewed),
    },
    async close() {
      upgrades.close()
      stopSweep()
      const sockets = [...connections]
      for (const connection of sockets) connection.shut(closeCodes.restart)
      await pages.close()
      await Promise.all([subscriptions.close(), ...sockets.map((connection) => connection.closed)])
    },
  }
}

function createHost(connections: Set<Connection>, metrics: LiveMetrics, log: Parts['log']): Host {
  return {
    entered(connection) {
      connections.add(connection)
      metrics.opened++
      metrics.sockets = connections.size
    },
    heard: () => void metrics.frames_in++,
    sent: () => void metrics.frames_out++,
    refused(connection, userId) {
      // One line per socket is enough to notice an attack.
      if (!connection.warned) log.warn({ user_id: userId }, 'a live subscription was refused')
      connection.warned = true
    },
    gone(connection, reason) {
      if (reason === 'slow') metrics.closed_slow++
      connections.delete(connection)
      metrics.sockets = connections.size
    },
  }
}
