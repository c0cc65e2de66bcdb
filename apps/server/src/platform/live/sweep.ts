/** Regularly closes connections that have gone silent and those whose session has ended. */
import { closeCodes } from '@samtur/contract/constants'
import type { Caller } from '../http/context.ts'
import type { Log } from '../log.ts'
import type { Connection } from './connection.ts'
import type { Subscriber, Subscribers } from './subscribers.ts'

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
  connections: ReadonlySet<Connection>
  subscribers: Subscribers
  holderOf: HolderOf
  log: Log
  times: Times
}

/** Returns a function that stops the sweep. */
export function startSweep({ connections, subscribers, holderOf, log, times }: Options): () => void {
  let checking = false
  let stopped = false

  const listen = () => {
    const now = performance.now()
    for (const connection of connections) {
      const silent = now - connection.heardAt
      if (silent > times.silentAfter) connection.cut()
      else if (silent > times.pingAfter) connection.ping()
      connection.look(now)
    }
  }
  const checkSessions = async () => {
    for (const [sessionId, due] of dueBySession(subscribers, times.checkSessionAfter)) {
      const holder = await holderOf(sessionId)
      if (stopped) return
      for (const subscriber of due) {
        // Meanwhile a program may have continued with another session.
        if (subscriber.caller.sessionId !== sessionId) continue
        if (holder?.verified && holder.id === subscriber.caller.id) subscriber.checkedAt = performance.now()
        else subscriber.end(closeCodes.signedOut)
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

/** Groups subscribers by session, because the tabs of one browser and the topics of one program share one. */
function dueBySession({ all }: Subscribers, after: number): Map<string, Subscriber[]> {
  const now = performance.now()
  const due = [...all].filter((subscriber) => now - subscriber.checkedAt > after)
  return Map.groupBy(due, (subscriber) => subscriber.caller.sessionId)
}
