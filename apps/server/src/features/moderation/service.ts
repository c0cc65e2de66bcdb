/** Blocking a person, and lifting the block. */
import { afterCommit } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import { assertThat, invalidField } from '#platform/http/errors'
import { reactToBlock } from './events.ts'
import { addBlock, lockChat, lockPair, removeBlock } from './store.ts'
import { findPerson } from './views.ts'

type Context = Pick<Parts, 'db' | 'bus'>

/**
 * From the commit on nothing passes between the two. Whatever is under way in their chat holds the chat's lock: it is finished
 * before this commits, or sees the block.
 */
export async function blockPerson({ db, bus }: Context, blocker: string, wanted: string): Promise<void> {
  await db.tx(async (tx) => {
    const blocked = await findPerson(tx, wanted)
    assertThat(blocked, 'not_found')
    if (blocked === blocker) throw invalidField('user_id', 'invalid')
    await lockPair(tx, blocker, blocked)
    if (!(await addBlock(tx, blocker, blocked))) return
    await reactToBlock(tx, { blocker_id: blocker, blocked_id: blocked })
    await lockChat(tx, blocker, blocked)
    afterCommit(() => announce(bus, blocker, blocked))
  })
}

export async function unblockPerson({ db, bus }: Context, blocker: string, wanted: string): Promise<void> {
  const unblocked = await removeBlock(db.read, blocker, wanted)
  if (unblocked) announce(bus, blocker, unblocked)
}

/** Open sockets follow at once. Only the blocker is told that something changed. */
function announce(bus: Parts['bus'], blocker: string, other: string) {
  bus.emit('block', { a: blocker, b: other })
  bus.emit('changed', { user_ids: [blocker], what: 'chats' })
}
