/** The only writer of `profile`. */
import type { Executor } from '#platform/db/database'

interface Changes {
  full_name?: string | undefined
  phone?: string | null | undefined
  address?: string | null | undefined
  gender?: string | null | undefined
  age?: number | null | undefined
}

/** Fields left out stay as they are. */
export async function updateProfile(executor: Executor, id: string, changes: Changes): Promise<void> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) return
  await executor.updateTable('profile').set(given).where('id', '=', id).execute()
}

/** Whoever has published is a driver; nothing else sets this. */
export async function markDriver(executor: Executor, id: string): Promise<void> {
  await executor
    .updateTable('profile')
    .set({ is_driver: true })
    .where('id', '=', id)
    .where('is_driver', '=', false)
    .execute()
}

export async function setPicture(executor: Executor, id: string, key: string | null): Promise<void> {
  await executor.updateTable('profile').set({ picture_key: key }).where('id', '=', id).execute()
}

/** For the demo: people who have been here for a while. */
export async function setMemberSince(executor: Executor, id: string, since: Date): Promise<void> {
  await executor.updateTable('profile').set({ created_at: since }).where('id', '=', id).execute()
}
