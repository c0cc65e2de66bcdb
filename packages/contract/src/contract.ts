/** The whole API, by slice. */
import { accounts } from './accounts.ts'
import { calendar } from './calendar.ts'
import { chat } from './chat.ts'
import { costs } from './costs.ts'
import { identities } from './identities.ts'
import { meetingPoints } from './meeting-points.ts'
import { moderation } from './moderation.ts'
import { notifications } from './notifications.ts'
import { operations } from './operations.ts'
import { pages } from './pages.ts'
import { places } from './places.ts'
import { privacy } from './privacy.ts'
import { profiles } from './profiles.ts'
import { ratings } from './ratings.ts'
import { reports } from './reports.ts'
import { rescueEndpoints } from './rescue.ts'
import { reservations } from './reservations.ts'
import { rides } from './rides.ts'
import { search } from './search.ts'
import { rideSeries } from './series.ts'
import { support } from './support.ts'
import { travel } from './travel.ts'
import { wanted } from './wanted.ts'
import { waiting } from './waiting.ts'

export const contract = {
  accounts,
  identities,
  profiles,
  notifications,
  moderation,
  reports,
  support,
  operations,
  places,
  meetingPoints,
  costs,
  rides: { ...search, ...rides },
  rideSeries,
  reservations,
  waiting,
  calendar,
  ratings,
  chat,
  travel,
  privacy,
  pages,
  wanted: { ...wanted, ...rescueEndpoints },
}
export type Contract = typeof contract
