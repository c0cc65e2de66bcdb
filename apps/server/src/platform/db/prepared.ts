/** Prepared statements: a connection plans each of them once instead of for every query. */
import { sql } from 'kysely'
import pg from 'pg'
import { traceStatement } from '../../operating/tracing/tracing.ts'

const MARK = '/* prepared */'

/** Marks a statement that each connection prepares at its first use; stands at the beginning of its text. */
export const prepared = sql.raw(MARK)

/** The plan of a large statement takes some hundred kilobytes of the database's memory. */
const MOST_PER_CONNECTION = 200

type Connection = { parsedStatements: Record<string, string> }

/** Prepares the marked statements; beyond the limit it deallocates the one that was used longest ago. Traces each statement. */
export class PreparingClient extends pg.Client {
  /** By text, in the order of their last use. */
  readonly #names = new Map<string, string>()
  #last = 0

  override query(...args: unknown[]): never {
    const end = typeof args[0] === 'string' ? traceStatement(args[0]) : undefined
    const result = this.#send(args)
    if (end && (result as unknown) instanceof Promise) end(result)
    return result
  }

  #send(args: unknown[]): never {
    const send = super.query as (...all: unknown[]) => never
    const [text, values, ...rest] = args
    if (typeof text !== 'string' || !Array.isArray(values) || !text.trimStart().startsWith(MARK))
      return send.apply(this, args)
    // A number is never used again: in a failed transaction the database keeps a statement that was to be deallocated.
    const name = this.#names.get(text) ?? `statement_${++this.#last}`
    this.#names.delete(text)
    this.#names.set(text, name)
    if (this.#names.size > MOST_PER_CONNECTION) this.#deallocateOldest()
    return send.call(this, { name, text, values }, ...rest)
  }

  #deallocateOldest() {
    const [[text, name] = ['', '']] = this.#names
    this.#names.delete(text)
    const { parsedStatements } = (this as unknown as { connection: Connection }).connection
    // A statement that the database has refused is not there to be deallocated.
    if (!(name in parsedStatements)) return
    delete parsedStatements[name]
    super.query(`deallocate "${name}"`).catch(() => {})
  }
}
