/** What other slices may use of meeting points. The list that comes with the product is read once, at the start. */
import { readFileSync } from 'node:fs'
import { placeById } from '#features/places/port'
import type { Executor } from '#platform/db/database'
import { parseShipped, type ShippedPoint } from './rules.ts'
import { storeShipped } from './store.ts'

export { refuseUnknownPoints } from './service.ts'
export { pointJson } from './views.ts'

const FILE = new URL('./data/meeting-points.tsv', import.meta.url)

let shipped: ShippedPoint[] | undefined

export function shippedPoints(): ShippedPoint[] {
  shipped ??= parseShipped(readFileSync(FILE, 'utf8'), placeById)
  return shipped
}

/** Stores the shipped points that the database does not have yet. */
export const storeShippedPoints = (executor: Executor): Promise<number> => storeShipped(executor, shippedPoints())
