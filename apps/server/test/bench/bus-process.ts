/** One process on the product's bus: it announces messages at a rate, and records how long those of the other processes take to arrive. */
import { CompiledQuery, sql } from 'kysely'
import { systemClock } from '../../src/platform/clock.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { prepared } from '../../src/platform/db/prepared.ts'
import { type Bus, createBus } from '../../src/platform/live/bus.ts'
import { createLog } from '../../src/platform/log.ts'
import { answerQuestions } from './program.ts'
// Declares the topic `message`.
import type {} from '../../src/features/chat/live.ts'

export type BusQuestions = typeof questions

export interface Heard {
  /** How many messages took so many tenths of a millisecond, as pairs. */
  took: [tenths: number, count: number][]
  count: number
  /** Messages that arrived again, or after a later one of their sender. */
  doubled: number
}

/** How a writer tells the other processes of a row: not at all, by NOTIFY in the transaction of the row, or by the bus after it. */
export type Telling = 'nothing' | 'in the transaction' | 'the bus'

interface Process {
  id: string
  db: Database
  bus: Bus
}

const numbered = (number: number) => `018f0000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
const numberIn = (id: string) => Number.parseInt(id.slice(24), 16)
/** Microseconds of the clock that all processes of a machine share. */
const now = () => Number(process.hrtime.bigint() / 1000n)

let here: Process | undefined
let announced = 0
let took = new Map<number, number>()
let heard = 0
let doubled = 0
const last = new Map<string, number>()

function hear({ chat_id, seq, sender_id }: { chat_id: string; seq: number; sender_id: string }) {
  if (sender_id === here?.id) return
  const number = numberIn(chat_id)
  if (number <= (last.get(sender_id) ?? 0)) doubled++
  else last.set(sender_id, number)
  heard++
  const tenths = Math.round((now() - seq) / 100)
  took.set(tenths, (took.get(tenths) ?? 0) + 1)
}

function opened(): Process {
  if (!here) throw new Error('the bus is not open')
  return here
}

/** Announces what the chat announces of a message. The time is when it was due, so that a process that is late does not look fast. */
function announce({ id, bus }: Process, due: number) {
  bus.emit('message', { chat_id: numbered(++announced), seq: due, sender_id: id, recipient_id: id })
}

const questions = {
  async open({ url, number }: { url: string; number: number }): Promise<void> {
    const log = createLog('error')
    const db = await openDatabase({ url, folder: '', clock: systemClock })
    const bus = await createBus(db, log)
    here = { id: numbered(number), db, bus }
    bus.on('message', hear)
  },
  /** Announces messages, so many a second; returns how many. */
  async announce({ rate, seconds }: { rate: number; seconds: number }): Promise<number> {
    const started = now()
    const total = Math.round(rate * seconds)
    for (let count = 0; count < total; await new Promise((resolve) => setTimeout(resolve, 1))) {
      const due = Math.min(total, ((now() - started) * rate) / 1e6)
      for (; count < due; count++) announce(opened(), Math.round(started + (count * 1e6) / rate))
    }
    return total
  },
  count: (): number => heard,
  /** Returns what was heard since the last call. */
  heard(): Heard {
    const result = { took: [...took], count: heard, doubled }
    took = new Map()
    heard = 0
    doubled = 0
    return result
  },
  /** Returns the seconds of processor time so far. */
  worked(): number {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  },
  /** So many writers store rows, one after the other each; returns the rows per second. */
  async write({ telling, writers, seconds }: { telling: Telling; writers: number; seconds: number }): Promise<number> {
    const self = opened()
    const { id, db } = self
    const payload = JSON.stringify(['elsewhere', [['message', { chat_id: id, seq: now(), sender_id: id, recipient_id: id }]]]) // prettier-ignore
    const started = performance.now()
    let stored = 0
    const write = async () => {
      while (performance.now() < started + seconds * 1000) {
        if (telling === 'in the transaction')
          await sql`${prepared} with stored as (insert into bench_write (content) values ('hei på deg') returning 1)
            select pg_notify('samtur', ${payload}) from stored`.execute(db.read)
        else await sql`${prepared} insert into bench_write (content) values ('hei på deg')`.execute(db.read)
        if (telling === 'the bus') announce(self, now())
        stored++
      }
    }
    await Promise.all(Array.from({ length: writers }, write))
    return (stored * 1000) / (performance.now() - started)
  },
  async makeTable(): Promise<void> {
    await opened().db.kysely.executeQuery(
      CompiledQuery.raw('create table bench_write (id bigint generated always as identity primary key, content text)'),
    )
  },
  async close(): Promise<void> {
    const { bus, db } = opened()
    await bus.close()
    await db.close()
  },
}
answerQuestions(questions)
