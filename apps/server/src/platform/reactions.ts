/** Reactions of slices to events in other slices. They run in the transaction of the event, so that both happen or neither. */
import type { Tx } from './db/database.ts'

/** The events, each with its payload and what a reaction returns. A slice adds the events that it announces. */
export interface DomainEvents {}
export type EventName = keyof DomainEvents
type Payload<Name extends EventName> = DomainEvents[Name]['payload']
type Result<Name extends EventName> = DomainEvents[Name]['result']

/** The reactions to every event, in their order. The composition root makes it, so an event without an entry does not compile. */
export type ReactionTable = { readonly [Name in EventName]: readonly Reaction<Name>[] }
type Reaction<Name extends EventName> = (tx: Tx, payload: Payload<Name>) => Promise<Result<Name>>

export interface Reactions {
  /** Runs the reactions to an event one after the other and returns their results. */
  run<Name extends EventName>(tx: Tx, name: Name, payload: Payload<Name>): Promise<Result<Name>[]>
}

/** `tableOf` gets the reactions to be made, because a reaction may announce another event. */
export function createReactions(tableOf: (reactions: Reactions) => ReactionTable): Reactions {
  const reactions: Reactions = {
    async run<Name extends EventName>(tx: Tx, name: Name, payload: Payload<Name>) {
      const results: Result<Name>[] = []
      for (const react of table[name]) results.push(await react(tx, payload))
      return results
    },
  }
  const table = tableOf(reactions)
  return reactions
}
