/** The whole API, by slice. */
import { accounts } from './accounts.ts'
import { chat } from './chat.ts'
import { identities } from './identities.ts'
import { moderation } from './moderation.ts'
import { places } from './places.ts'
import { privacy } from './privacy.ts'
import { profiles } from './profiles.ts'
import { ratings } from './ratings.ts'
import { reservations } from './reservations.ts'
import { rides } from './rides.ts'

export const contract = {
  accounts,
  identities,
  profiles,
  moderation,
  places,
  rides,
  reservations,
  ratings,
  chat,
  privacy,
}
export type Contract = typeof contract
