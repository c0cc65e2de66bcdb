/** What a person says of a trip: sent at once, or stored on the device and sent when there is a network again. */
import { api, ApiError } from '#lib/api'
import { keep, recall, type Saying } from '#lib/offline-copy'
import { getSession } from '#lib/session'
import { isAway } from './queries.ts'

function send(saying: Saying, at?: string) {
  const { id } = saying
  if (saying.say === 'met') return api.travel.met({ params: { id }, body: { code: saying.code, at } })
  if (saying.say === 'ride') return api.travel.rideCheckIn({ params: { id }, body: { kind: saying.kind, at } })
  return api.travel.checkIn({ params: { id }, body: { kind: saying.kind, at } })
}

/** Beside the copy on the device, which some browsers do not allow. */
let memory: { owner: string; items: readonly Saying[] } | undefined

/** Returns what waits on the device for a network. */
export async function listWaiting(): Promise<readonly Saying[]> {
  const owner = getSession().me?.id
  if (!owner) return []
  if (memory?.owner !== owner) memory = { owner, items: (await recall(owner, 'sayings'))?.items ?? [] }
  return memory.items
}

const watchers = new Set<() => void>()

/** Calls the watcher when what waits has changed. Returns a function that stops it. */
export function watchWaiting(watcher: () => void) {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

async function store(items: readonly Saying[]) {
  const owner = getSession().me?.id
  if (!owner) return
  memory = { owner, items }
  for (const watcher of watchers) watcher()
  await keep(owner, 'sayings', items)
}

const kindOf = (saying: Saying) => (saying.say === 'met' ? 'met' : saying.kind)
const isAbout = (a: Saying, b: Saying) => a.say === b.say && a.id === b.id

/** Returns whether a later saying replaces an earlier one: the same again, or the opposite. */
function replaces(later: Saying, earlier: Saying) {
  const kinds = [kindOf(later), kindOf(earlier)]
  return isAbout(later, earlier) && (kinds[0] === kinds[1] || kinds.includes('not_met'))
}

/** Stores a saying on the device, behind what waits already. */
async function wait(saying: Saying) {
  const others = (await listWaiting()).filter((other) => !replaces(saying, other))
  await store([...others, saying])
}

/** Sends a saying, after what waits. Returns false where it waits on the device for a network. Throws the server's refusal. */
export async function say(saying: Saying): Promise<boolean> {
  if ((await listWaiting()).length > 0) {
    await wait(saying)
    const own = (await sendWaiting()).find((refused) => refused.saying === saying)
    if (own) throw own.error
    return !(await listWaiting()).includes(saying)
  }
  try {
    // Without a time, because the server's clock is right.
    await send(saying)
    return true
  } catch (error) {
    if (!isAway(error)) throw error
    await wait(saying)
    return false
  }
}

export interface Refused {
  saying: Saying
  error: unknown
}

/** Refusals that are the same at every attempt. Others, such as a session that has ended, pass. */
const lasting = new Set<unknown>([
  'validation',
  'not_found',
  'not_accepted',
  'ride_cancelled',
  'not_travel_day',
  'not_departed',
  'already_met',
])

let sending: Promise<Refused[]> | undefined

/** Sends what waits, in order; returns what the server has refused. From the first that fails for a passing reason on, all stays. */
export function sendWaiting(): Promise<Refused[]> {
  sending ??= sendAll().finally(() => (sending = undefined))
  return sending
}

async function sendAll(): Promise<Refused[]> {
  const refused: Refused[] = []
  for (const saying of await listWaiting()) {
    try {
      await send(saying, saying.at)
    } catch (error) {
      if (!(error instanceof ApiError && lasting.has(error.code))) break
      refused.push({ saying, error })
    }
    // Read again: something may have been said meanwhile.
    await store((await listWaiting()).filter((other) => other !== saying))
  }
  return refused
}
