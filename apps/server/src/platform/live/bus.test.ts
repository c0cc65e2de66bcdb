import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { describePostgres, freshServerDatabase, openServerDatabase, type TestDatabase } from '../../../test/database.ts'
import type { Database } from '../db/database.ts'
import { createLog } from '../log.ts'
import { createBus, type Bus, type Topics } from './bus.ts'

const log = createLog('silent')
const wakeUp = (seq: number): Topics['message'] => {
  const [chat_id, sender_id, recipient_id] = [randomUUID(), randomUUID(), randomUUID()]
  return { chat_id, seq, sender_id, recipient_id }
}

describe('in one process', () => {
  test('listeners hear their topic at once, with what stays in the process', async () => {
    const bus = await createBus({ kind: 'embedded' } as Database, log)
    const [heard, other] = [vi.fn<(...args: unknown[]) => void>(), vi.fn<() => void>()]
    const stop = bus.on('message', heard)
    bus.on('read', other)
    const fact = wakeUp(1)
    bus.emit('message', fact, { local: 'local' })
    expect(heard.mock.calls).toEqual([[fact, 'local']])
    expect(other).not.toHaveBeenCalled()
    stop()
    bus.emit('message', fact)
    expect(heard).toHaveBeenCalledTimes(1)
    await bus.close()
  })

  test('a listener that fails affects neither the others nor the sender', async () => {
    const bus = await createBus({ kind: 'embedded' } as Database, log)
    const heard = vi.fn<() => void>()
    bus.on('outbox', () => {
      throw new Error('a bug')
    })
    bus.on('outbox', heard)
    bus.emit('outbox', null)
    expect(heard).toHaveBeenCalledTimes(1)
    await bus.close()
  })
})

describePostgres('between processes', () => {
  let databases: TestDatabase[]
  let here: Bus
  let there: Bus

  beforeEach(async () => {
    const url = await freshServerDatabase()
    databases = await Promise.all([openServerDatabase(url), openServerDatabase(url)])
    const buses = await Promise.all(databases.map((db) => createBus(db, log)))
    here = buses[0]!
    there = buses[1]!
  })
  afterEach(async () => {
    await Promise.all([here.close(), there.close()])
    await Promise.all(databases.map((db) => db.close()))
  })

  test('wake-ups arrive once, in order, without what stays in the process, also more than fit into one notification', async () => {
    const [own, foreign] = [
      vi.fn<(fact: Topics['message'], local: unknown) => void>(),
      vi.fn<(fact: Topics['message'], local: unknown) => void>(),
    ]
    here.on('message', own)
    there.on('message', foreign)
    const facts = Array.from({ length: 1000 }, (_, i) => wakeUp(i))
    for (const [i, fact] of facts.entries()) {
      here.emit('message', fact, { local: 'local' })
      if (i % 100 === 0) await new Promise(setImmediate)
    }
    await vi.waitFor(() => expect(foreign).toHaveBeenCalledTimes(1000), { timeout: 10_000 })
    expect(foreign.mock.calls).toEqual(facts.map((fact) => [fact, undefined]))
    expect(own).toHaveBeenCalledTimes(1000)
  })

  test('what was announced before closing is still sent', async () => {
    const foreign = vi.fn<(fact: Topics['message']) => void>()
    there.on('message', foreign)
    here.emit('message', wakeUp(1))
    await here.close()
    await vi.waitFor(() => expect(foreign).toHaveBeenCalledTimes(1))
  })

  test('a lost listening connection is made anew, and listeners learn that they may have missed something', async () => {
    const [gap, heard] = [vi.fn<() => void>(), vi.fn<() => void>()]
    there.onGap(gap)
    there.on('outbox', heard)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'samtur-listen'`.execute(databases[0]!.kysely)
    await vi.waitFor(() => expect(gap).toHaveBeenCalledTimes(1), { timeout: 5000 })
    here.emit('outbox', null)
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1))
  })

  test('wake-ups wait while the database refuses them', async () => {
    const foreign = vi.fn<(fact: Topics['message']) => void>()
    there.on('message', foreign)
    const execute = vi.spyOn(databases[0]!.kysely, 'getExecutor').mockImplementationOnce(() => {
      throw new Error('the database is away')
    })
    here.emit('message', wakeUp(1))
    await vi.waitFor(() => expect(execute).toHaveBeenCalledTimes(1))
    here.emit('message', wakeUp(2))
    await vi.waitFor(() => expect(foreign.mock.calls.map(([{ seq }]) => seq)).toEqual([1, 2]), { timeout: 3000 })
  })
})
