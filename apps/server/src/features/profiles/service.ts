/** Sets, replaces and removes the own picture. */
import type { OwnProfile } from '@samtur/contract/profiles'
import { holdOpen } from '#features/accounts/port'
import type { Executor, Tx } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import { presentOwnProfile } from './present.ts'
import { lockPicture, lockProfile, setPicture, takePictures } from './store.ts'
import { findProfile, profileExists } from './views.ts'

type Context = Pick<Parts, 'db' | 'files'>

/** Writes the file, then the row; the same transaction drops the earlier picture. */
export async function changePicture({ db, files }: Context, id: string, jpeg: Uint8Array): Promise<OwnProfile> {
  const key = await files.put('profiles', jpeg)
  return db.tx(async (tx) => {
    // The person may have left or been suspended during the upload; the picture is dropped then.
    const open = await holdOpen(tx, id)
    const before = await lockPicture(tx, id)
    assertThat(open && before, 'account_closing')
    await files.keep(tx, 'profiles', key)
    await setPicture(tx, id, key)
    if (before.picture_key) await files.drop(tx, 'profiles', before.picture_key)
    return findOwnProfile(tx, id)
  })
}

/** Removes the own picture; does nothing without one. */
export async function removePicture({ db, files }: Context, id: string): Promise<OwnProfile> {
  return db.tx(async (tx) => {
    const before = await lockPicture(tx, id)
    if (before?.picture_key) {
      await setPicture(tx, id, null)
      await files.drop(tx, 'profiles', before.picture_key)
    }
    return findOwnProfile(tx, id)
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
