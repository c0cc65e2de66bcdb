/** Which prices the house takes. */
import type { CostMode } from '@samtur/contract/constants'
import { invalidField } from '#platform/http/errors'

/** Where only sharing costs is enforced, a price above the share is refused; exactly the share is fine, and so is what cannot be known. */
export function refuseAboveShare(mode: CostMode, share: number | null, price: number): void {
  if (mode !== 'enforce' || share === null || price <= share) return
  throw invalidField('price', 'above_cost_share', { max: share })
}
