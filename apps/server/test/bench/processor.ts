/** Processor time of servers and databases. Figures of other processes come from Linux's /proc. */
import fs from 'node:fs'
import { sql } from 'kysely'
import type { Server } from '../server.ts'
import type { Patient } from './connection.ts'

/** Returns the seconds so far, from the server's own metrics. */
export async function processorSeconds({ url }: Pick<Server, 'url'>): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (.+)$/m.exec(text)?.[1])
}

interface Stat {
  parent: number
  /** Seconds of the process, which Linux counts in hundredths. */
  own: number
  /** Seconds of its children that have ended. */
  ended: number
}

function statOf(pid: number): Stat {
  const [, fields = ''] = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const numbers = fields.split(' ').map(Number)
  const hundredths = (from: number) => ((numbers[from] ?? 0) + (numbers[from + 1] ?? 0)) / 100
  return { parent: numbers[1] ?? 0, own: hundredths(11), ended: hundredths(13) }
}

/** Returns the seconds so far of one process. */
export const secondsOfProcess = (pid: number): number => statOf(pid).own

/** Returns the seconds so far of a process and its children, those that have ended included. */
export function secondsOfFamily(pid: number): number {
  const { own, ended } = statOf(pid)
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children.reduce((sum, child) => sum + (secondsOrGone(Number(child)) ?? 0), own + ended)
}

function secondsOrGone(pid: number): number | undefined {
  try {
    return statOf(pid).own
  } catch {
    // It has ended since it was listed.
    return undefined
  }
}

/** Returns the process that started all others of the database, which runs on this machine. */
export async function databaseProcess({ executor }: Patient): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(executor)
  return statOf(rows[0]?.pid ?? 0).parent
}
