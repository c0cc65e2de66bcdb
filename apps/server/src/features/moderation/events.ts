/** What happens when somebody is blocked, suspended or deleted. Slices further along react here, because this one cannot know them. */
import type { Tx } from '#platform/db/database'

export interface Block {
  blocker_id: string
  blocked_id: string
}

/** The administrator has shut the account (`suspended`) or opened it again. */
export interface Suspension {
  user_id: string
  suspended: boolean
}

/** The administrator wants the account deleted (`wanted`) or has taken that back. */
export interface Deletion {
  user_id: string
  wanted: boolean
}

type Reaction<Fact> = (tx: Tx, fact: Fact) => Promise<void>

/** Registering the same function again changes nothing. Answers how to take it back. */
function createReactions<Fact>() {
  const reactions = new Set<Reaction<Fact>>()
  const on = (reaction: Reaction<Fact>): (() => void) => {
    reactions.add(reaction)
    return () => reactions.delete(reaction)
  }
  const react = async (tx: Tx, fact: Fact): Promise<void> => {
    for (const reaction of reactions) await reaction(tx, fact)
  }
  return { on, react }
}

const blocks = createReactions<Block>()
const suspensions = createReactions<Suspension>()
const deletions = createReactions<Deletion>()

/** Registers what runs in the transaction of every new block, under the lock of the pair (`lock_pair`) and before that of the chat. */
export const onBlock = blocks.on
export const reactToBlock = blocks.react

/** Registers what runs in the transaction that shuts or opens an account, under the lock of the account. */
export const onSuspension = suspensions.on
export const reactToSuspension = suspensions.react

/** The same for a deletion: whoever reacts sets or takes back `purge_at` and whatever goes with it, and writes no mail to the person. */
export const onAccountDeletion = deletions.on
export const reactToAccountDeletion = deletions.react
