/** What happens when somebody is blocked. Slices further along react here, because this one cannot know them. */
import type { Tx } from '#platform/db/database'

export interface Block {
  blocker_id: string
  blocked_id: string
}
type Reaction = (tx: Tx, block: Block) => Promise<void>

const reactions = new Set<Reaction>()

/**
 * Registers what runs in the transaction of every new block, under the lock of the pair (`lock_pair`) and before that of the chat.
 * Registering the same function again changes nothing. Answers how to take it back.
 */
export function onBlock(reaction: Reaction): () => void {
  reactions.add(reaction)
  return () => reactions.delete(reaction)
}

export async function reactToBlock(tx: Tx, block: Block): Promise<void> {
  for (const reaction of reactions) await reaction(tx, block)
}
