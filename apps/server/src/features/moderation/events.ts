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

/** The same function runs once, however often it is registered, and until the last who registered it has taken it back. */
function createReactions<Fact>() {
  const reactions = new Map<Reaction<Fact>, number>()
  const on = (reaction: Reaction<Fact>): (() => void) => {
    reactions.set(reaction, (reactions.get(reaction) ?? 0) + 1)
    let registered = true
    return () => {
      const left = (reactions.get(reaction) ?? 0) - Number(registered)
      registered = false
      if (left > 0) reactions.set(reaction, left)
      else reactions.delete(reaction)
    }
  }
  const react = async (tx: Tx, fact: Fact): Promise<void> => {
    for (const reaction of reactions.keys()) await reaction(tx, fact)
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
