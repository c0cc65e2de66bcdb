/** Port: the product as one caller may use it: the contract's endpoints, called in this process, and what no endpoint of it does. */
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '@samtur/contract/contract'
import type { Ride } from '@samtur/contract/rides'
import type { FastifyRequest } from 'fastify'
import type { Caller } from './sessions.ts'

type Clients = ContractRouterClient<Contract>
/** Such as `rides.publish`. */
export type EndpointName = {
  [Slice in keyof Contract]: `${Slice}.${keyof Contract[Slice] & string}`
}[keyof Contract]
export type Endpoint<Name extends EndpointName> = Name extends `${infer Slice extends keyof Clients}.${infer Own}`
  ? Clients[Slice][Own & keyof Clients[Slice]]
  : never

export interface Page<Item> {
  items: Item[]
  next_cursor: string | null
}

/** What administrators see of a request to the support beside the list. */
export interface SupportDetails {
  description: string
  admin_notes: string | null
  reviewed_at: Date | null
  reviewed_by: string | null
}

export interface Product {
  /**
   * Returns an endpoint for the caller; notes what administrators do. Errors: `unauthenticated`, `email_not_verified`, `account_closing`, `forbidden`,
   * `two_factor_required`. Its own errors are those of the API.
   */
  reach<Name extends EndpointName>(name: Name): Endpoint<Name>
  /** Returns the cursor of a search that begins with the departures at an instant. */
  cursorAt(instant: Date): string
  /** Returns a page of a driver's upcoming rides with free seats, by departure. Counts as a search. */
  ridesOfDriver(driverId: string, cursor: string | undefined): Promise<Page<Ride>>
  /** Returns details of requests to the support by their ids. Errors: those of reaching `support.all`. */
  supportDetails(ids: readonly string[]): Promise<ReadonlyMap<string, SupportDetails>>
}

export type ProductFor = (caller: Caller | null, request: FastifyRequest) => Product
