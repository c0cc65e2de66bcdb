/** Types of the replay of a plan. */
import type { Tx } from '#platform/db/database'
import type { Person } from './people.ts'

/** Returns the id of a person; empty for a person who is not in the demo. */
export type IdOf = (person: Person) => string

export interface Event {
  at: Date
  happen(tx: Tx): Promise<unknown>
}
