/** Collects what the proofs found, as rows of a table. */
import fs from 'node:fs'
import path from 'node:path'

const file = path.resolve(import.meta.dirname, '../../.cache/prove/operations.tsv')

/** Adds a row: what was done to the system, how often, what was lost, and how long it took. */
export function report(what: string, times: number, lost: string, took: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.appendFileSync(file, `${what}\t${times}\t${lost}\t${took}\n`)
  console.log(`${what} | ${times} | ${lost} | ${took}`)
}
