/** What the parts of the service interface are made with. */
import type { Deps, Entry } from '../entry.ts'
import type { Router } from '../router.ts'
import type { Search } from '../features/search/routes.ts'
import type { Translators } from '../mailing.ts'
import type { Clients } from './clients.ts'
import type { Links } from './storage/links.ts'

export type InterfaceDeps = Deps &
  Pick<Entry, 'tokens' | 'providers' | 'notifyOfNewDevice'> & {
    clients: Clients
    links: Links
    /** The texts of mails, in each language. */
    translators: Translators
  }

export interface RestDeps extends InterfaceDeps {
  /** The handlers of the API's endpoints, and its search. */
  router: Router
  search: Search
}

/** With the API’s endpoints, which change the profile. */
export type AuthDeps = InterfaceDeps & Pick<RestDeps, 'router'>
