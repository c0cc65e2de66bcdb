/** Regular rounds over the open sockets: peers that have gone silent, and sessions that are no longer good. */
import { closeCodes } from '@samtur/contract/live'
import type { Caller } from '../http/context.ts'
import type { Log } from '../log.ts'
import type { Audience } from './audience.ts'
import type { Peer } from './peer.ts'

/** Milliseconds. */
export interface Times {
  pingAfter: number
  silentAfter: number
  checkSessionAfter: number
  sweepEvery: number
}

/** Answers who holds a session, or null when it is over. */
export type HolderOf = (sessionId: string) => Promise<Caller | null>

interface Options {
  audience: Audience
  holderOf: HolderOf
  log: Log
  times: Times
}

/** Answers how to stop it. */
export function startSweep({ audience, holderOf, log, times }: Options): () => void {
  let checking = false
  let stopped = false

  const listen = () => {
    const now = performance.now()
    for (const peer of audience.peers) {
      const silent = now - peer.heardAt
      if (silent > times.silentAfter) peer.cut()
      else if (silent > times.pingAfter) peer.ping()
    }
  }
  const checkSessions = async () => {
    for (const [sessionId, peers] of dueBySession(audience, times.checkSessionAfter)) {
      const holder = await holderOf(sessionId)
      if (stopped) return
      for (const peer of peers) {
        if (holder?.verified && holder.id === peer.caller.id) peer.checkedAt = performance.now()
        else peer.shut(closeCodes.signedOut)
      }
    }
  }
  const timer = setInterval(() => {
    listen()
    if (checking) return
    checking = true
    // While the database is away nobody is signed out.
    checkSessions()
      .catch((error: unknown) => log.warn({ err: error }, 'sessions of live connections could not be checked'))
      .finally(() => (checking = false))
  }, times.sweepEvery)
  timer.unref()
  return () => {
    stopped = true
    clearInterval(timer)
  }
}

/** The tabs of one browser share a session, which is looked up once. */
function dueBySession({ peers }: Audience, after: number): Map<string, Peer[]> {
  const now = performance.now()
  const due = [...peers].filter((peer) => now - peer.checkedAt > after)
  return Map.groupBy(due, (peer) => peer.caller.sessionId)
}
