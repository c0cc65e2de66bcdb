/** Values kept in this browser tab: they survive a reload and go when the tab closes or the person signs out. */

/** Returns what was written under the key; undefined when there is nothing, or nothing readable. */
export function readTab<Value>(key: string): Value | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Value | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Writes a value that can be written as JSON; undefined removes it. Does nothing where the storage is full or forbidden. */
export function writeTab(key: string, value: unknown) {
  try {
    if (value === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The page works without it: only a reload loses what was written.
  }
}

/** Removes everything, also what was written by others in this tab. */
export function clearTab() {
  try {
    sessionStorage.clear()
  } catch {
    // A forbidden storage holds nothing.
  }
}
