/** Clears the device of a person who signs out. Small, because every page loads it. */

/** Deletes the trips of `offline-copy.ts`, also before that module is loaded. */
export const dropCopy = () =>
  new Promise<void>((resolve) => {
    try {
      const request = indexedDB.deleteDatabase('offline')
      // Where another tab still reads, the deletion completes afterwards.
      request.onsuccess = request.onerror = request.onblocked = () => resolve()
    } catch {
      resolve()
    }
  })

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
