/** Rate row → response. */
import type { CostRate } from '@samtur/contract/costs'
import type { RateRow } from './views.ts'

export const presentRate = ({ id, country, valid_from, ore_per_km, source, created_at }: RateRow): CostRate => ({
  id,
  country,
  valid_from,
  ore_per_km,
  source,
  created_at: created_at.toISOString(),
})
