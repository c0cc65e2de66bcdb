/** The current address and its history: the browser's own, or a list in memory for tests and the server. */
export interface Location {
  pathname: string
  search: string
  hash: string
  state: unknown
  /** Differs for each history entry; 'default' for the first. */
  key: string
}

export type Action = 'POP' | 'PUSH' | 'REPLACE'
export type To = string | Partial<Pick<Location, 'pathname' | 'search' | 'hash'>>

export interface Current {
  location: Location
  action: Action
}

export interface Locations {
  current: () => Current
  /** Goes to an address, or that many steps forward in the history. */
  go: (to: To | number, options?: { replace?: boolean; state?: unknown }) => void
  listen: (listener: (current: Current) => void) => () => void
}

/** Returns the absolute path of `to`, seen from the current address. */
export function resolve(to: To, here: Pick<Location, 'pathname' | 'search'>): string {
  const text = typeof to === 'string' ? to : `${to.pathname ?? here.pathname}${to.search ?? ''}${to.hash ?? ''}`
  if (text === '') return here.pathname + here.search
  const url = new URL(text, `http://here${here.pathname}${here.search}`)
  return url.pathname + url.search + url.hash
}

const newKey = () => Math.random().toString(36).slice(2, 10)

function locationOf(address: string, state: unknown, key: string): Location {
  const { pathname, search, hash } = new URL(address, 'http://here')
  return { pathname, search, hash, state, key }
}

function createListeners() {
  const listeners = new Set<(current: Current) => void>()
  const listen = (listener: (current: Current) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return { listen, tell: (current: Current) => listeners.forEach((listener) => listener(current)) }
}

interface Stored {
  key?: string
  usr?: unknown
}

export function createBrowserLocations(): Locations {
  const read = (): Location => {
    const { key = 'default', usr = null } = (history.state ?? {}) as Stored
    const { pathname, search, hash } = window.location
    return { pathname, search, hash, state: usr, key }
  }
  let current: Current = { location: read(), action: 'POP' }
  const { listen, tell } = createListeners()
  const become = (action: Action, location: Location) => {
    current = { action, location }
    tell(current)
  }
  addEventListener('popstate', () => become('POP', read()))
  return {
    current: () => current,
    listen,
    go(to, { replace = false, state = null } = {}) {
      if (typeof to === 'number') return history.go(to)
      const address = resolve(to, current.location)
      const location = locationOf(address, state, newKey())
      const stored: Stored = { key: location.key, usr: state }
      if (replace) history.replaceState(stored, '', address)
      else history.pushState(stored, '', address)
      become(replace ? 'REPLACE' : 'PUSH', location)
    },
  }
}

export function createMemoryLocations(addresses: readonly string[]): Locations {
  const entries = addresses.map((address) => locationOf(address, null, 'default'))
  let at = entries.length - 1
  let action: Action = 'POP'
  const { listen, tell } = createListeners()
  const now = (): Current => ({ action, location: entries[at] ?? locationOf('/', null, 'default') })
  let current = now()
  const become = (next: Action) => {
    action = next
    current = now()
    tell(current)
  }
  return {
    current: () => current,
    listen,
    go(to, { replace = false, state = null } = {}) {
      if (typeof to === 'number') {
        at = Math.min(Math.max(at + to, 0), entries.length - 1)
        return become('POP')
      }
      const location = locationOf(resolve(to, current.location), state, newKey())
      entries.splice(replace ? at : at + 1, entries.length, location)
      at = entries.length - 1
      become(replace ? 'REPLACE' : 'PUSH')
    },
  }
}
