/** Regularly closes connections that have gone silent and those whose session has ended. */
import { closeCodes } from '@samtur/contract/constants'
import type { Caller } from '../http/context.ts'
import type { Log } from '../log.ts'
import type { Subscribers } from './subscribers.ts'
import type { Connection } from './connection.ts'

/** Milliseconds. */
export interface Times {
  pingAfter: number
  silentAfter: number
  checkSessionAfter: number
  sweepEvery: number
}

/** Returns the holder of a session, or null when it has ended. */
export type HolderOf = (sessionId: string) => Promise<Caller | null>

interface Options {
  subscribers: Subscribers
  holderOf: HolderOf
  log: Log
  times: Times
}

/** Returns a function that stops the sweep. */
export function startSweep({ subscribers, holderOf, log, times }: Options): () => void {
  let checking = false
  let stopped = false

  const listen = () => {
    const now = performance.now()
    for (const connection of subscribers.connections) {
      const silent = now - connection.heardAt
      if (silent > times.silentAfter) connection.cut()
      else if (silent > times.pingAfter) connection.ping()
    }
  }
  const checkSessions = async () => {
    for (const [sessionId, connections] of dueBySession(subscribers, times.checkSessionAfter)) {
      const holder = await holderOf(sessionId)
      if (stopped) return
      for (const connection of connections) {
        if (holder?.verified && holder.id === connection.caller.id) connection.checkedAt = performance.now()
        else connection.shut(closeCodes.signedOut)
      }
    }
  }
  const timer = setInterval(() => {
    listen()
    if (checking) return
    checking = true
    // While the database is away no session counts as ended.
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

/** Groups connections by session, because the tabs of one browser share one. */
function dueBySession({ connections }: Subscribers, after: number): Map<string, Connection[]> {
  const now = performance.now()
  const due = [...connections].filter((connection) => now - connection.checkedAt > after)
  return Map.groupBy(due, (connection) => connection.caller.sessionId)
}
