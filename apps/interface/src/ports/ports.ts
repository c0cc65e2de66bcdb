/** What the service interface is made with. The server fills the ports; nothing else of it is known here. */
import type { FastifyBaseLogger } from 'fastify'
import type { Accounts } from './accounts.ts'
import type { Administration } from './administration.ts'
import type { Factors } from './factors.ts'
import type { Live } from './live.ts'
import type { Objects } from './objects.ts'
import type { ProductFor } from './product.ts'
import type { Requests } from './requests.ts'
import type { Services } from './services.ts'
import type { Sessions } from './sessions.ts'

/** What the operator has configured. */
export interface Settings {
  clientKey: string
  serviceKey: string | undefined
  /** Whether mails have a code to sign in with. */
  emailCodeSignIn: boolean
  /** The ids of the other sign-in services. */
  services: readonly string[]
  /** The service of each mail domain. */
  ssoDomains: ReadonlyMap<string, string>
}

export interface Ports {
  settings: Settings
  /** Keys for addresses of objects alone. The newest one signs; an address that an earlier one signed opens until it expires. */
  addressKeys: readonly [newest: Uint8Array, ...previous: Uint8Array[]]
  /** Returns the product's address, for links. */
  origin(): string
  clock: { now(): Date }
  log: FastifyBaseLogger
  product: ProductFor
  sessions: Sessions
  accounts: Accounts
  factors: Factors
  services: Services
  administration: Administration
  objects: Objects
  live: Live
  requests: Requests
}
