/** Composition: serves the interface for other programs (apps/interface), which knows the product by its ports alone. */
import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { serveInterface as serve } from '@samtur/interface/serve'
import type { Images } from '#platform/files/images'
import type { UploadRoom } from '#platform/files/upload'
import { prepareError } from '#platform/http/server'
import type { Hub } from '#platform/live/hub'
import type { Deps, Entry } from '../composition/entry.ts'
import type { Search } from '#features/search/routes'
import type { Translators } from '../composition/mailing.ts'
import type { Router } from '../composition/router.ts'
import { createAccounts, createFactors } from './accounts.ts'
import { createAdministration } from './administration.ts'
import { createLive } from './live.ts'
import { createObjects } from './objects.ts'
import { createProduct } from './product.ts'
import { createServices } from './services.ts'
import { createSessions } from './sessions.ts'

interface Composed {
  router: Router
  search: Search
  images: Images
  room: UploadRoom
  hub: Hub
  translators: Translators
}

/** The interface gets this key in place of the secret, so that it can sign nothing but addresses of objects. */
const addressKey = (secret: string) => createHmac('sha256', secret).update('addresses of objects').digest()

export function serveInterface(http: FastifyInstance, deps: Deps, entry: Entry, composed: Composed): void {
  const { config, parts, secret, origin } = deps
  const { clock, limiter, log, security } = parts
  const all = { ...deps, ...entry, ...composed }
  const { adminNeedsTwoFactor, clientKey, emailCodeSignIn, serviceKey, ssoDomains, trustProxy } = config
  const settings = {
    clientKey,
    serviceKey,
    emailCodeSignIn,
    services: config.oidcProviders.map(({ id }) => id),
    ssoDomains,
  }
  void http.register(async (scope) => {
    // No cookie is read there, so pages of any site may call it.
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, anyOrigin: true }
    })
    serve(scope, {
      settings,
      addressKeys: [addressKey(secret), ...config.previousSecrets.map(addressKey)],
      origin,
      clock,
      log,
      product: createProduct({ ...all, adminNeedsTwoFactor }),
      sessions: createSessions(all),
      accounts: createAccounts(deps),
      factors: createFactors(deps),
      services: createServices(all),
      administration: createAdministration(deps, composed.translators),
      objects: createObjects(all),
      live: createLive({ ...all, trustProxy }),
      requests: {
        count: (limit, address) => limiter.useLocally({ ...limit, byAddress: true }, address),
        prepareError,
        nameCaller: (request, caller) => void (request.caller = caller),
        note: (event) => security.note(event),
      },
    })
  })
}
