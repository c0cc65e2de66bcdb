/** How a person gets to a place of the specification, and how the server's failures are simulated. */
import type { Page, Route } from '@playwright/test'
import type { Person } from '../person.ts'
import type { Screen } from '../screen.ts'
import { rideBody } from '../server.ts'
import type { Dataset } from '../dataset.ts'

/** One scenario for each of the places; a missing one does not compile. */
export type Scenarios<Of> = Record<keyof Of, Scenario>

export interface Scenario {
  as: Screen['as']
  open(person: Person, dataset: Dataset): Promise<unknown>
}

export const scenario = (as: Scenario['as'], open: Scenario['open'] | string): Scenario => ({
  as,
  open: typeof open === 'string' ? (person) => person.page.goto(open) : open,
})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Makes our own API fail from now on. `path` is a pattern of what comes after /api. */
export async function failing({ page, watch }: Person, method: Method, path: string) {
  watch.allow(/status of 500/)
  await route(page, method, path, { status: 500, json: { code: 'internal', request_id: 'r-1' } })
}

const unanswered = new WeakMap<Page, Route[]>()

/** Leaves requests unanswered from now on, until `hangUp`. */
export async function leaveUnanswered({ page }: Person, path: string) {
  const held = unanswered.get(page) ?? []
  unanswered.set(page, held)
  await page.route(path, (intercepted) => void held.push(intercepted))
}

/** Aborts the unanswered requests, because a route that is merely removed would still send them to the server. */
export async function hangUp(page: Page) {
  const held = unanswered.get(page)?.splice(0) ?? []
  await Promise.all(held.map((intercepted) => intercepted.abort()))
}

async function route(page: Page, method: Method, path: string, answer: { status: number; json: object }) {
  await page.route(`**/api/${path}`, (intercepted) =>
    intercepted.request().method() === method ? intercepted.fulfill(answer) : intercepted.fallback(),
  )
}

let made = 0

/** Makes a ride of the driver's with a pending request. Returns the passenger's name. */
export async function makeRequest({ server }: Person, { driver }: Dataset): Promise<string> {
  const ride = await makeRide(server, driver)
  const passenger = await server.member(`Rita Reiser ${made}`)
  await server.call(passenger, 'POST', `/rides/${ride}/reservations`, { seats_requested: 1 })
  return passenger.name
}

export async function makeRide(server: Person['server'], driver: Dataset['driver']): Promise<string> {
  const { id } = await server.call<{ id: string }>(driver, 'POST', '/rides', rideBody({ daysAhead: 40 + ++made }))
  return id
}
