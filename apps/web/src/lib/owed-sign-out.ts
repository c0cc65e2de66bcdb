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
