/** The whole API, by slice. */
import { accounts } from './accounts.ts'
import { chat } from './chat.ts'
import { moderation } from './moderation.ts'
import { places } from './places.ts'
import { profiles } from './profiles.ts'
import { ratings } from './ratings.ts'
import { reservations } from './reservations.ts'
import { rides } from './rides.ts'

export const contract = { accounts, profiles, moderation, places, rides, reservations, ratings, chat }
export type Contract = typeof contract
