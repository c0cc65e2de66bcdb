/** Which prices and distances are accepted. */
import type { CostMode } from '@samtur/contract/constants'
import { invalidField } from '#platform/http/errors'
import { distanceBounds } from './rules.ts'

/** Where only sharing costs is enforced, a price above the share is refused; exactly the share is fine, and so is what cannot be known. */
export function refuseAboveShare(mode: CostMode, share: number | null, price: number): void {
  if (mode !== 'enforce' || share === null || price <= share) return
  throw invalidField('price', 'above_cost_share', { max: share })
}

/** A typed distance far from what the map says is a slip of the pen, or a way to a higher price. Error: `validation` with the bounds. */
export function refuseDistance(typed: number | null, straightKm: number | null): void {
  if (typed === null) return
  const { min, max } = distanceBounds(straightKm)
  if (typed < min || typed > max) throw invalidField('distance_km', 'out_of_range', { min, max })
}
