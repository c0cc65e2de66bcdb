/** What the information pages tell about this installation. */
import { endpoint } from './endpoint.ts'
import { z } from './zod.ts'

/** Counted here, as against the fixed figures of the campaign. */
export const figures = z.object({
  /** Rides that have arrived with at least one accepted passenger. */
  shared_trips: z.int(),
  /** How far those rides drove, as far as their places are known. */
  shared_km: z.int(),
})
export type Figures = z.infer<typeof figures>

export const pages = {
  figures: endpoint({
    access: 'open',
    method: 'GET',
    path: '/figures',
    tag: 'pages',
    summary: 'How many rides were shared here, and over how many kilometres; a minute old at most',
    output: figures,
  }),
}
