/** How a person gets to a place of the specification, and what stands in for a server in trouble. */
import type { Page, Route } from '@playwright/test'
import type { Person } from '../person.ts'
import type { Screen } from '../screen.ts'
import { rideBody } from '../server.ts'
import type { Dataset } from '../dataset.ts'

/** For each of the places a way to it; the compiler misses none. */
export type Ways<Of> = Record<keyof Of, Way>

export interface Way {
  as: Screen['as']
  open(person: Person, dataset: Dataset): Promise<unknown>
}

export const way = (as: Way['as'], open: Way['open'] | string): Way => ({
  as,
  open: typeof open === 'string' ? (person) => person.page.goto(open) : open,
})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** From now on our own API fails at this. `path` is a pattern of what comes after /api. */
export async function failing({ page, watch }: Person, method: Method, path: string) {
  watch.allow(/status of 500/)
  await route(page, method, path, { status: 500, json: { code: 'internal', request_id: 'story' } })
}

const unanswered = new WeakMap<Page, Route[]>()

/** From now on nothing answers at this, until `hangUp`. */
export async function silent({ page }: Person, path: string) {
  const held = unanswered.get(page) ?? []
  unanswered.set(page, held)
  await page.route(path, (asked) => void held.push(asked))
}

/** Ends what has not been answered: what is merely no longer held up still goes to the server. */
export async function hangUp(page: Page) {
  const held = unanswered.get(page)?.splice(0) ?? []
  await Promise.all(held.map((asked) => asked.abort()))
}

async function route(page: Page, method: Method, path: string, answer: { status: number; json: object }) {
  await page.route(`**/api/${path}`, (asked) =>
    asked.request().method() === method ? asked.fulfill(answer) : asked.fallback(),
  )
}

let made = 0

/** A ride of the driver's, and a request on it that nobody has answered. Answers who has asked. */
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
