/** Detours: what a driver allows, and what a passenger asks for. */
import { z } from './zod.ts'
import { detourEnds, detourMinutes } from './constants.ts'
import { wholeNumber } from './numbers.ts'

/**
 * A detour to a place that is no stop of the ride, at one end of the section. The driver decides about it. Figures are estimates.
 */
export const rideDetour = z.object({
  place_id: z.int(),
  end: z.enum(detourEnds),
  /** By which the trip gets longer. */
  minutes: z.int(),
  /** Whole kr for one person: the part of the section's price that pays for the kilometres of the detour. */
  price: z.int(),
})
export type RideDetour = z.infer<typeof rideDetour>

/** One of `detourMinutes`. */
export const detourInput = wholeNumber(0, Math.max(...detourMinutes)).refine(
  (minutes) => detourMinutes.some((one) => one === minutes),
  { error: 'out_of_range' },
)

/** The place and the end of the section to which a passenger asks for a detour. */
export const wantedDetour = z.strictObject(
  { place_id: wholeNumber(1, 2_147_483_647), end: z.enum(detourEnds, { error: 'invalid' }) },
  { error: 'invalid' },
)
export type WantedDetour = z.output<typeof wantedDetour>
