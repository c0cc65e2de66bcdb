/** What a person says of a trip: sent at once, or stored on the device and sent when there is a network again. */
import { api } from '#lib/api'
import { keep, recall, type Saying } from '#lib/offline-copy'
import { getSession } from '#lib/session'
import { isAway } from './queries.ts'

function send(saying: Saying) {
  const { id, at } = saying
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

async function store(items: readonly Saying[]) {
  const owner = getSession().me?.id
  if (!owner) return
  memory = { owner, items }
  await keep(owner, 'sayings', items)
}

const isSame = (a: Saying, b: Saying) => a.say === b.say && a.id === b.id

/** Sends a saying. Returns false where it waits on the device for a network. Throws the server's refusal. */
export async function say(saying: Saying): Promise<boolean> {
  try {
    await send(saying)
    return true
  } catch (error) {
    if (!isAway(error)) throw error
    // A later saying of the same kind replaces an earlier one.
    const others = (await listWaiting()).filter((other) => !isSame(other, saying))
    await store([...others, saying])
    return false
  }
}

export interface Refused {
  saying: Saying
  error: unknown
}

let sending: Promise<Refused[]> | undefined

/** Sends what waits, in order; returns what the server has refused. What fails for want of a network stays. */
export function sendWaiting(): Promise<Refused[]> {
  sending ??= sendAll().finally(() => (sending = undefined))
  return sending
}

async function sendAll(): Promise<Refused[]> {
  const refused: Refused[] = []
  for (const saying of await listWaiting()) {
    try {
      await send(saying)
    } catch (error) {
      if (isAway(error)) break
      refused.push({ saying, error })
    }
    // Read again: something may have been said meanwhile.
    const now = await listWaiting()
    await store(now.filter((other) => !(isSame(other, saying) && other.at === saying.at)))
  }
  return refused
}
