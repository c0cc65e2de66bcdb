/** How every place of the specification is reached. */
import type { specification } from './texts.ts'
import type { Ways } from './way.ts'
import { accountWays } from './ways/accounts.ts'
import { reportWays, supportWays } from './ways/administration.ts'
import { chatFailureWays, chatSuccessWays, chatWays } from './ways/chat.ts'
import { helpWays, informationWays } from './ways/help.ts'
import { pictureWays, profileWays } from './ways/profiles.ts'
import { ratingWays, reservationWays } from './ways/reservations.ts'
import { publishingWays, rideWays } from './ways/rides.ts'
import { siteWays } from './ways/site.ts'

type Specification = typeof specification

export const ways: { [Screen in keyof Specification]: Ways<Specification[Screen]> } = {
  site: siteWays,
  rides: rideWays,
  publishing: publishingWays,
  reservations: reservationWays,
  ratings: ratingWays,
  profiles: profileWays,
  pictures: pictureWays,
  chat: chatWays,
  chatFailures: chatFailureWays,
  chatSuccesses: chatSuccessWays,
  reports: reportWays,
  supportDashboard: supportWays,
  help: helpWays,
  information: informationWays,
  accounts: accountWays,
}
