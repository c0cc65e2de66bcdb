/** Composition: the handlers of the contract's endpoints. */
import type { Router as RouterOf } from '@orpc/server'
import type { contract } from '@samtur/contract/contract'
import type { Deps } from './entry.ts'
import { createAccountRoutes } from '../features/accounts/routes.ts'
import { createCalendarRoutes } from '../features/calendar/routes.ts'
import { createChatRoutes } from '../features/chat/routes.ts'
import type { QueueText } from '../features/chat/store-messages.ts'
import { createCostRoutes } from '../features/costs/routes.ts'
import { createIdentityRouter } from '../features/accounts/routes-ways.ts'
import { meetingPointRoutes } from '../features/meeting-points/routes.ts'
import { adminReportRoutes, createModerationRoutes } from '../features/moderation/routes.ts'
import { createNotificationRoutes } from '../features/notifications/routes.ts'
import { createOperationsRoutes } from '../features/operations/routes.ts'
import type { OwnProcess } from '../features/operations/store.ts'
import { createPageRoutes } from '../features/pages/routes.ts'
import type { ReadFigures } from '../features/pages/views.ts'
import { placeRoutes } from '../features/places/routes.ts'
import { createPrivacyRoutes } from '../features/privacy/routes.ts'
import { createProfileRoutes, me } from '../features/profiles/routes.ts'
import { createRatingRoutes } from '../features/ratings/routes.ts'
import { createReservationRoutes } from '../features/reservations/routes.ts'
import { createWaitingRoutes } from '../features/reservations/routes-waiting.ts'
import type { StopTexts } from '../features/rides/port.ts'
import { createRideRoutes } from '../features/rides/routes.ts'
import type { Search } from '../features/search/routes.ts'
import { supportRoutes } from '../features/support/routes.ts'
import { createTravelRoutes } from '../features/travel/routes.ts'
import { createTripRoutes } from '../features/trips/routes.ts'
import { createWantedRoutes } from '../features/wanted/routes.ts'
import { rescueRoutes } from '../features/wanted/routes-rescue.ts'
import type { ApiContext } from '../platform/http/context.ts'
import type { isPushService } from '../platform/push/sender.ts'

/** The endpoints that are not direct reads. */
type Handled = Omit<typeof contract, 'rides'> & { rides: Omit<(typeof contract)['rides'], 'search'> }

interface Options {
  own: OwnProcess
  figures: ReadFigures
  isService: typeof isPushService
  search: Search
  stopTexts: StopTexts
  queueText: QueueText
  wakeExports: () => void
}

export function createRouter(
  { config, parts, secret, origin }: Deps,
  { own, figures, isService, search, stopTexts, queueText, wakeExports }: Options,
) {
  const { blindRatings, adminNeedsTwoFactor } = config
  const { bus, reactions } = parts
  const trips = createTripRoutes({
    bus,
    reactions,
    origin,
    costSharing: config.costSharing,
    sameGenderRides: config.sameGenderRides,
  })
  return {
    accounts: { me, ...createAccountRoutes({ config, secret }) },
    identities: createIdentityRouter({ config, parts, secret }),
    profiles: createProfileRoutes(config),
    moderation: createModerationRoutes({ origin, supportEmail: config.supportEmail, adminEmail: config.adminEmail }),
    reports: adminReportRoutes,
    notifications: createNotificationRoutes({ pushKey: config.vapid?.publicKey, isPushService: isService }),
    places: placeRoutes,
    meetingPoints: meetingPointRoutes,
    costs: createCostRoutes(config),
    rides: {
      ...createRideRoutes({ ...config, stopTexts }),
      alternatives: search.alternatives,
      days: search.days,
      ways: search.ways,
      ...trips.rides,
    },
    rideSeries: trips.rideSeries,
    reservations: createReservationRoutes({ bus, reactions, origin }),
    waiting: createWaitingRoutes({ bus, reactions, origin }),
    ratings: createRatingRoutes({ bus, origin, blindRatings, adminNeedsTwoFactor }),
    calendar: createCalendarRoutes({ secret, origin }),
    travel: createTravelRoutes({ secret, origin, config }),
    chat: createChatRoutes({ queueText }),
    support: supportRoutes,
    operations: createOperationsRoutes({ db: parts.db, own, filesIn: config.storageUrl ? 'bucket' : 'folder' }),
    privacy: createPrivacyRoutes({ secrets: [secret, ...config.previousSecrets], origin, wakeExports }),
    pages: createPageRoutes({ figures }),
    wanted: { ...createWantedRoutes(config), ...rescueRoutes },
  } satisfies RouterOf<Handled, ApiContext>
}

export type Router = ReturnType<typeof createRouter>
