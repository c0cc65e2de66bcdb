/** Prepared statements: named by their text, so that a connection plans each of them once instead of for every query. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'

const MARK = '/* prepared */'

/** Marks a statement that each connection prepares at its first use; stands at the beginning of its text. */
export const prepared = sql.raw(MARK)

/** The plan of a large statement takes some hundred kilobytes of the database's memory. */
const MOST_PER_CONNECTION = 200

type Connection = { parsedStatements: Record<string, string> }

/** Prepares the marked statements; beyond the limit it deallocates the one that was used longest ago. */
export class PreparingClient extends pg.Client {
  /** By text, in the order of their last use. */
  readonly #names = new Map<string, string>()

  override query(...args: unknown[]): never {
    const send = super.query as (...all: unknown[]) => never
    const [text, values, ...rest] = args
    if (typeof text !== 'string' || !Array.isArray(values) || !text.trimStart().startsWith(MARK))
      return send.apply(this, args)
    const name = this.#names.get(text) ?? nameOf(text)
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

// Not remembered beyond the connection's own names: visitors choose limits and filters, so there is no bound to the number of texts.
const nameOf = (text: string) => createHash('sha256').update(text).digest('base64url')
