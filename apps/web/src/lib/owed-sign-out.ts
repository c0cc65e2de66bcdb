/** What is left on the device of somebody who signs out. Small, because it is there from the first moment on. */

/** The own trips of `offline-copy.ts`, also where nothing has fetched that yet. */
export const dropCopy = () =>
  new Promise<void>((resolve) => {
    try {
      const request = indexedDB.deleteDatabase('offline')
      // Where another tab still reads, it goes when that has ended.
      request.onsuccess = request.onerror = request.onblocked = () => resolve()
    } catch {
      resolve()
    }
  })

/** Somebody has signed out while there was no network: the server is told before anything else as soon as there is one. */
const key = 'sign-out-owed'

export function owesSignOut(): boolean {
  if (import.meta.env.SSR) return false
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** Answers whether it could be noted: the browser's settings may forbid it. */
export function oweSignOut(owed: boolean): boolean {
  try {
    if (owed) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
    return true
  } catch {
    return false
  }
}
