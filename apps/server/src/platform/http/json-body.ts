/** Bodies of responses as bytes, so that a part which is kept is not written as text again. */

/** The bytes of the JSON of a value of this type. */
export type Json<T> = Buffer & { readonly of?: T }
export const toJson = <T>(value: T): Json<T> => Buffer.from(JSON.stringify(value))
export const fromJson = <T>(body: Json<T>): T => JSON.parse(body.toString()) as T

export interface JsonPage<Item> {
  items: Item[]
  next_cursor: string | null
}

/** Returns whether a page of `toJsonPage` has an item. */
export const hasItems = (page: Json<JsonPage<unknown>>): boolean => page[open.length] !== CLOSE

const CLOSE = ']'.charCodeAt(0)
const [open, comma] = [Buffer.from('{"items":['), Buffer.from(',')]

/** Returns a page of items that are bytes already. */
export function toJsonPage<Item>(items: readonly Json<Item>[], nextCursor: string | null): Json<JsonPage<Item>> {
  const parts = items.flatMap((item, nr) => (nr === 0 ? [item] : [comma, item]))
  return Buffer.concat([open, ...parts, Buffer.from(`],"next_cursor":${JSON.stringify(nextCursor)}}`)])
}
