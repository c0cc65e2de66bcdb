/** What happens to accounts. Slices further along react here, because this one cannot know them. */
import type { Tx } from '#platform/db/database'

/** The account has another password. Returns whether something that its owner should hear of has changed by that. */
type Reaction = (tx: Tx, fact: { user_id: string }) => Promise<boolean>

const reactions = new Map<Reaction, number>()

/** Registers what runs in the transaction that changes a password; returns how to take it back. */
export function onPasswordChanged(reaction: Reaction): () => void {
  reactions.set(reaction, (reactions.get(reaction) ?? 0) + 1)
  return () => {
    const left = (reactions.get(reaction) ?? 0) - 1
    if (left > 0) reactions.set(reaction, left)
    else reactions.delete(reaction)
  }
}

/** Returns whether any of them has changed something. */
export async function reactToPasswordChange(tx: Tx, userId: string): Promise<boolean> {
  let changed = false
  for (const reaction of reactions.keys()) changed = (await reaction(tx, { user_id: userId })) || changed
  return changed
}
