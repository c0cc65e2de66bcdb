/** Pure rules of calendars: the private address of a feed. */
import { readSignedId, signId } from '#platform/signed-id'

const PURPOSE = 'calendar'

/** Returns the part of a feed's address that identifies it. */
export const feedToken = (secret: string, id: string): string => signId(secret, PURPOSE, id)

/** Returns the id of the feed with this file name; undefined for a name that this installation did not make. */
export function readFeedFile(secret: string, file: string): string | undefined {
  const [, token] = /^([\w-]+)\.ics$/.exec(file) ?? []
  return token === undefined ? undefined : readSignedId([secret], PURPOSE, token)
}
