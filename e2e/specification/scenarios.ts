/** How every place of the specification is reached. */
import type { specification } from './texts.ts'
import type { Scenarios } from './scenario.ts'
import { accountScenarios } from './scenarios/accounts.ts'
import { reportScenarios, supportScenarios } from './scenarios/administration.ts'
import { chatFailureScenarios, chatScenarios, chatSuccessScenarios } from './scenarios/chat.ts'
import { helpScenarios, informationScenarios } from './scenarios/help.ts'
import { pictureScenarios, profileScenarios } from './scenarios/profiles.ts'
import { ratingScenarios, reservationScenarios } from './scenarios/reservations.ts'
import { publishingScenarios, rideScenarios } from './scenarios/rides.ts'
import { siteScenarios } from './scenarios/site.ts'

type Specification = typeof specification

export const scenarios: { [Screen in keyof Specification]: Scenarios<Specification[Screen]> } = {
  site: siteScenarios,
  rides: rideScenarios,
  publishing: publishingScenarios,
  reservations: reservationScenarios,
  ratings: ratingScenarios,
  profiles: profileScenarios,
  pictures: pictureScenarios,
  chat: chatScenarios,
  chatFailures: chatFailureScenarios,
  chatSuccesses: chatSuccessScenarios,
  reports: reportScenarios,
  supportDashboard: supportScenarios,
  help: helpScenarios,
  information: informationScenarios,
  accounts: accountScenarios,
}
