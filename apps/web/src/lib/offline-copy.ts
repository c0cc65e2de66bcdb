/**
 * What somebody has read last of their own trips, on their own device, for when there is no network: in IndexedDB, together with whose it
 * is. Nothing is written for anybody but them, and nothing is left of it once they have signed out.
 */
import type { Me } from '@samtur/contract/accounts'
import { contactVisibleDaysAfterArrival } from '@samtur/contract/constants'
import type { OwnReservation, OwnRide } from '@samtur/contract/reservations'

/** What is in each list. */
export interface Lists {
  reservations: OwnReservation
  rides: OwnRide
}

interface Copy<Name extends keyof Lists> {
  owner: string
  /** When it was read: an instant. */
  at: number
  items: readonly Lists[Name][]
}

interface Person {
  me: Me
  at: number
}

const name = 'offline'
const store = 'copies'
const person = 'person'
const day = 86_400_000
/** As long as a session lasts that nobody uses: later the server would not know the reader either. */
const longest = 30 * day

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(store)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('closed'))
  })
}

/** One transaction; undefined where the browser forbids storing (private windows), or has no room. */
async function within<Result>(mode: IDBTransactionMode, task: (copies: IDBObjectStore) => () => Result) {
  try {
    const database = await open()
    try {
      return await new Promise<Result>((resolve, reject) => {
        const transaction = database.transaction(store, mode)
        const result = task(transaction.objectStore(store))
        transaction.oncomplete = () => resolve(result())
        transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
      })
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

function read<Value>(copies: IDBObjectStore, key: string, then: (value: Value | undefined) => void) {
  const request = copies.get(key)
  request.onsuccess = () => then(request.result as Value | undefined)
}

const nothing = () => undefined

/** What has been read before this page has said who is reading: the lists are asked for at once, and the rest comes late. */
const waiting = new Map<keyof Lists, Copy<keyof Lists>>()

/** Whoever is signed in. What was kept of somebody else goes in the same moment. */
export const remember = (me: Me, now = Date.now()) =>
  within('readwrite', (copies) => {
    read<Person>(copies, person, (known) => {
      if (known?.me.id !== me.id) copies.clear()
      copies.put({ me, at: now } satisfies Person, person)
      for (const [list, copy] of waiting) if (copy.owner === me.id) copies.put(copy, list)
      waiting.clear()
    })
    return nothing
  })

/** Nobody is signed in any more. */
export const forget = () => {
  waiting.clear()
  return within('readwrite', (copies) => {
    copies.clear()
    return nothing
  })
}

/** Who was signed in when there was a network. */
export async function whoWasHere(now = Date.now()): Promise<Me | null> {
  const known = await within('readonly', (copies) => {
    let found: Person | undefined
    read<Person>(copies, person, (value) => (found = value))
    return () => found
  })
  if (!known) return null
  if (now - known.at < longest) return known.me
  await forget()
  return null
}

/** Only beside its owner: an answer that comes after somebody has signed out is not stored any more. */
export const keep = <Name extends keyof Lists>(
  owner: string,
  list: Name,
  items: readonly Lists[Name][],
  now = Date.now(),
) =>
  within('readwrite', (copies) => {
    const copy = { owner, at: now, items } satisfies Copy<Name>
    read<Person>(copies, person, (known) => {
      if (known?.me.id === owner) copies.put(copy, list)
      else waiting.set(list, copy)
    })
    return nothing
  })

/** What that person has read last, without what the server would not show any more. */
export async function recall<Name extends keyof Lists>(owner: string, list: Name, now = Date.now()) {
  await tidy(now)
  const copy = await within('readonly', (copies) => {
    let found: Copy<Name> | undefined
    read<Copy<Name>>(copies, list, (value) => (found = value))
    return () => found
  })
  return copy?.owner === owner ? copy : undefined
}

/** Takes out how to reach people whose trip has been over for long, also where nobody looks at the lists. */
export const tidy = (now = Date.now()) =>
  within('readwrite', (copies) => {
    read<Copy<'reservations'>>(copies, 'reservations', (copy) => {
      if (copy) copies.put({ ...copy, items: withoutOldContacts(copy.items, now) }, 'reservations')
    })
    read<Copy<'rides'>>(copies, 'rides', (copy) => {
      if (copy) copies.put({ ...copy, items: withoutOldPhones(copy.items, now) }, 'rides')
    })
    return nothing
  })

const isLongOver = ({ arrival_time }: { arrival_time: string }, now: number) =>
  now > Date.parse(arrival_time) + contactVisibleDaysAfterArrival * day

export const withoutOldContacts = (items: readonly OwnReservation[], now: number): OwnReservation[] =>
  items.map((item) => (isLongOver(item.ride, now) ? { ...item, contact: null } : item))

export const withoutOldPhones = (items: readonly OwnRide[], now: number): OwnRide[] =>
  items.map((ride) => {
    if (!isLongOver(ride, now)) return ride
    const reservations = ride.reservations.map((one) => ({ ...one, passenger: { ...one.passenger, phone: null } }))
    return { ...ride, reservations }
  })
