/** Reports whether the page is visible and its window has the focus: only then do messages count as read. */
import { useEffect, useSyncExternalStore } from 'react'

const windowEvents = ['focus', 'blur', 'pageshow'] as const

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  for (const name of windowEvents) addEventListener(name, listener)
  return () => {
    document.removeEventListener('visibilitychange', listener)
    for (const name of windowEvents) removeEventListener(name, listener)
  }
}

const isLookedAt = () => document.visibilityState === 'visible' && document.hasFocus()

export const useLookedAt = () => useSyncExternalStore(subscribe, isLookedAt)

/** The conversation whose end is in view. */
let endShown: string | undefined

export function useEndShown(chatId: string, atEnd: boolean) {
  useEffect(() => {
    if (!atEnd) return
    endShown = chatId
    return () => {
      if (endShown === chatId) endShown = undefined
    }
  }, [chatId, atEnd])
}

/** What arrives in it is seen at once. */
export const isBeingRead = (chatId: string) => endShown === chatId && isLookedAt()
