/**
 * Stores a person's own trips, as last loaded, on their device for use without a network: in IndexedDB, together with their owner. Nothing
 * is written for other people, and everything is deleted when they sign out.
 */
import type { Me } from '@samtur/contract/accounts'
import { contactVisibleDaysAfterArrival } from '@samtur/contract/constants'
import type { OwnReservation, OwnRide } from '@samtur/contract/reservations'
import type { TodayTrip } from '@samtur/contract/travel'

/** The items of each list. */
export interface Lists {
  reservations: OwnReservation
  rides: OwnRide
  today: TodayTrip
  sayings: Saying
}

/** What a person has said of a trip without a network; sent later. `at` is the device's time, ISO 8601. */
export type Saying =
  | { say: 'reservation'; id: string; kind: 'got_in' | 'arrived' | 'not_met'; at: string }
  | { say: 'ride'; id: string; kind: 'got_in' | 'arrived'; at: string }
  | { say: 'met'; id: string; code: string; at: string }

interface Copy<Name extends keyof Lists> {
  owner: string
  /** When it was loaded, in milliseconds since 1970. */
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
/** The length of an unused session: later the server would not know the reader either. */
const longest = 30 * day

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(store)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('closed'))
  })
}

/** Runs one transaction; returns undefined where the browser forbids storing (private windows) or has no room. */
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

/** Lists that were loaded before this module knew the reader, because this module loads late. */
const waiting = new Map<keyof Lists, Copy<keyof Lists>>()

/** Stores the signed-in person, and deletes another person's copy in the same transaction. */
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

/** Deletes everything after a sign-out. */
export const forget = () => {
  waiting.clear()
  return within('readwrite', (copies) => {
    copies.clear()
    return nothing
  })
}

/** Returns who was signed in when there was a network. */
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

/** Stores a list only beside its owner, so that a response after a sign-out is dropped. */
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

/** Returns the person's copy, without what the server would not show any more. */
export async function recall<Name extends keyof Lists>(owner: string, list: Name, now = Date.now()) {
  await tidy(now)
  const copy = await within('readonly', (copies) => {
    let found: Copy<Name> | undefined
    read<Copy<Name>>(copies, list, (value) => (found = value))
    return () => found
  })
  return copy?.owner === owner ? copy : undefined
}

/** Deletes contacts of trips that ended long ago, also when no list is opened. */
export const tidy = (now = Date.now()) =>
  within('readwrite', (copies) => {
    read<Copy<'reservations'>>(copies, 'reservations', (copy) => {
      if (copy) copies.put({ ...copy, items: withoutOldContacts(copy.items, now) }, 'reservations')
    })
    read<Copy<'rides'>>(copies, 'rides', (copy) => {
      if (copy) copies.put({ ...copy, items: withoutOldPhones(copy.items, now) }, 'rides')
    })
    read<Copy<'today'>>(copies, 'today', (copy) => {
      if (copy) copies.put({ ...copy, items: stillToday(copy.items, now) }, 'today')
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

/** Returns the trips that are not over; they contain phone numbers and codes. */
export const stillToday = (trips: readonly TodayTrip[], now: number): TodayTrip[] =>
  trips.filter(({ shown_until }) => Date.parse(shown_until) > now)
