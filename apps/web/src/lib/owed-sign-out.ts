/** Remembers a sign-out that the server does not know yet. Small, because every page loads it. */

/** Stored after a sign-out without a network: the server is notified before anything else as soon as there is one. */
const key = 'sign-out-owed'

export function owesSignOut(): boolean {
  if (import.meta.env.SSR) return false
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** Returns whether it could be stored; browser settings may forbid it. */
export function oweSignOut(owed: boolean): boolean {
  try {
    if (owed) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
    return true
  } catch {
    return false
  }
}
