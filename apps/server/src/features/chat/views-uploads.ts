/** Images of conversations by the names that they have in /storage/v1. */
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'
import { instant, integer, nullable, type RowOf, rowsOf, text } from '#platform/db/rows'
import { looseHours } from '#platform/files/files'
import { isReadableBy } from './views-messages.ts'

const image = { name: text, key: text, bytes: nullable(integer), created_at: instant }
/** `bytes` is null for an image that was sent from our own pages. */
export type NamedImage = RowOf<typeof image>

/** Holds for images that the reader may open: own uploads while they can be sent, and what was sent in the reader's own conversations. */
const mayRead = (reader: string) => sql`
  case when sent then exists (
    select from message join chat on chat.id = chat_id where image_key = named.key and ${isReadableBy(reader)})
  else owner_id = ${reader} and created_at > app_now() - make_interval(hours => ${looseHours}) end`

/**
 * Returns an image of the owner's folder that the reader may open. An image has the name that its program gave it, and its key once it was sent; the
 * key comes first, so that no later upload under that name takes the place of what was sent.
 */
export async function findNamedImage(
  executor: Executor,
  { owner, name, reader }: { owner: string; name: string; reader: string },
): Promise<NamedImage | undefined> {
  const { rows } = await rowsOf(image)`
    select name, key, bytes, created_at from (
      select name, key, bytes, created_at, owner_id, sent from chat_upload where owner_id = ${owner} and name = ${name}
      union all
      select image_key, image_key, null, created_at, sender_id, true from message where image_key = ${name} and sender_id = ${owner}) named
    where ${mayRead(reader)} order by key = name desc limit 1`.execute(executor)
  return rows[0]
}

export interface ImageListing {
  /** What names begin with, in any case. */
  search: string
  order: 'name' | 'created_at'
  descending: boolean
  limit: number
  offset: number
}

/** Returns the images that a program has uploaded to the own folder. */
export async function listNamedImages(
  executor: Executor,
  owner: string,
  { search, order, descending, limit, offset }: ImageListing,
): Promise<NamedImage[]> {
  const ordered = order === 'name' ? sql`name collate "C"` : sql`created_at`
  const { rows } = await rowsOf(image)`
    select name, key, bytes, created_at from chat_upload named
    where owner_id = ${owner} and starts_with(lower(name), ${search.toLowerCase()}) and ${mayRead(owner)}
    order by ${ordered} ${descending ? sql`desc` : sql`asc`} limit ${limit} offset ${offset}`.execute(executor)
  return rows
}
