/** What the replay of a plan is made of. */
import type { Tx } from '#platform/db/database'
import type { Person } from './people.ts'

/** Empty for somebody who is not there. */
export type IdOf = (person: Person) => string

export interface Event {
  at: Date
  happen(tx: Tx): Promise<unknown>
}
