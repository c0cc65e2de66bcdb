/** What the parts of the service interface are made with. */
import type { createAdminInput } from './auth/input-admin.ts'
import type { createInput } from './auth/input.ts'
import type { Clients } from './clients.ts'
import type { Ports } from './ports/ports.ts'
import type { Links } from './storage/links.ts'

export interface InterfaceDeps extends Ports {
  clients: Clients
  links: Links
}

export interface AuthDeps extends InterfaceDeps {
  /** Bodies of requests. */
  input: ReturnType<typeof createInput>
  adminInput: ReturnType<typeof createAdminInput>
}
