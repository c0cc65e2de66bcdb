/** Is the page in view, and its window the one being used? Only then does somebody read. */
import { useSyncExternalStore } from 'react'

const windowEvents = ['focus', 'blur', 'pageshow'] as const

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  for (const name of windowEvents) addEventListener(name, listener)
  return () => {
    document.removeEventListener('visibilitychange', listener)
    for (const name of windowEvents) removeEventListener(name, listener)
  }
}

export const isLookedAt = () => document.visibilityState === 'visible' && document.hasFocus()

export const useLookedAt = () => useSyncExternalStore(subscribe, isLookedAt)
