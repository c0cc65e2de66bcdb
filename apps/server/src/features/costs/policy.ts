/** Refuses prices and distances. */
import type { CostMode } from '@samtur/contract/constants'
import { invalidField } from '#platform/http/errors'
import { distanceBounds } from './rules.ts'

/** Throws `validation` for a price above the share where sharing of costs is enforced; nothing is refused where the share is unknown. */
export function refuseAboveShare(mode: CostMode, share: number | null, price: number): void {
  if (mode !== 'enforce' || share === null || price <= share) return
  throw invalidField('price', 'above_cost_share', { max: share })
}

/** Throws `validation` with the bounds for a typed distance that is far from the map's, which could justify a higher price. */
export function refuseDistance(typed: number | null, straightKm: number | null): void {
  if (typed === null) return
  const { min, max } = distanceBounds(straightKm)
  if (typed < min || typed > max) throw invalidField('distance_km', 'out_of_range', { min, max })
}
