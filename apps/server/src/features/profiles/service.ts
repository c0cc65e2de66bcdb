/** Sets, replaces, renames and removes the own picture. */
import type { OwnProfile } from '@samtur/contract/profiles'
import { holdOpen } from '#features/accounts/port'
import type { Executor, Tx } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { presentOwnProfile } from './present.ts'
import { lockPicture, lockProfile, setPicture, takePictures } from './store.ts'
import { pictureNameOf } from './rules.ts'
import { findProfile, profileExists } from './views.ts'

type Context = Pick<Parts, 'db' | 'files'>

const uploads: Limit = { name: 'picture', max: 20, per: 3600 }

/** Error: `rate_limited`. */
export const countPicture = ({ limiter }: Pick<Parts, 'limiter'>, id: string): Promise<void> => limiter.use(uploads, id)

/** Replaces the own picture. */
export async function changePicture(context: Context, id: string, jpeg: Uint8Array): Promise<OwnProfile> {
  await storePicture(context, id, jpeg, { name: null, replace: true })
  return findOwnProfile(context.db.read, id)
}

/**
 * Writes the file, then the row; the same transaction drops the earlier picture. `name` is the name in /storage/v1. Returns the file's key; undefined,
 * without `replace`, where the earlier picture has that name. Error: `account_closing`.
 */
export async function storePicture(
  { db, files }: Context,
  id: string,
  jpeg: Uint8Array,
  { name, replace }: { name: string | null; replace: boolean },
): Promise<string | undefined> {
  const key = await files.put('profiles', jpeg)
  return db.tx(async (tx) => {
    // The person may have left or been suspended during the upload; the picture is dropped then.
    const open = await holdOpen(tx, id)
    const before = await lockPicture(tx, id)
    assertThat(open && before, 'account_closing')
    if (!replace && pictureNameOf(before) === name) {
      await files.drop(tx, 'profiles', key)
      return undefined
    }
    await files.keep(tx, 'profiles', key)
    await setPicture(tx, id, key, name)
    if (before.picture_key) await files.drop(tx, 'profiles', before.picture_key)
    return key
  })
}

/** Removes the own picture; does nothing without one. */
export async function removePicture(context: Context, id: string): Promise<OwnProfile> {
  await removeNamedPicture(context, id)
  return findOwnProfile(context.db.read, id)
}

/** Removes the own picture; with a name only one of that name. Returns whether there was one. */
export async function removeNamedPicture({ db, files }: Context, id: string, name?: string): Promise<boolean> {
  return db.tx(async (tx) => {
    const before = await lockPicture(tx, id)
    if (!before?.picture_key || pictureNameOf(before) !== (name ?? pictureNameOf(before))) return false
    await setPicture(tx, id, null)
    await files.drop(tx, 'profiles', before.picture_key)
    return true
  })
}

/** Gives the own picture another name in /storage/v1. Returns false, and changes nothing, where it has another name than `from`. */
export async function renamePicture(
  { db }: Pick<Parts, 'db'>,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  return db.tx(async (tx) => {
    const picture = await lockPicture(tx, id)
    if (!picture?.picture_key || pictureNameOf(picture) !== from) return false
    await setPicture(tx, id, picture.picture_key, to)
    return true
  })
}

/** Removes a person's picture for an administrator, also from a closed profile; returns undefined where there is no such profile. */
export async function removePictureOf(
  tx: Tx,
  files: Parts['files'],
  id: string,
): Promise<{ had_picture: boolean } | undefined> {
  if (!(await profileExists(tx, id))) return undefined
  await lockProfile(tx, id)
  const keys = await takePictures(tx, id)
  for (const key of keys) await files.drop(tx, 'profiles', key)
  return { had_picture: keys.length > 0 }
}

/** Removes a person's picture, also from a closed profile, in the transaction that deletes the account. */
export async function removeFilesOf(executor: Executor, files: Parts['files'], id: string): Promise<void> {
  for (const key of await takePictures(executor, id)) await files.drop(executor, 'profiles', key)
}

async function findOwnProfile(executor: Executor, id: string) {
  const row = await findProfile(executor, id)
  assertThat(row, 'unauthenticated')
  return presentOwnProfile(row)
}
