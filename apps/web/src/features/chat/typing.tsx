/** That somebody is writing: said and heard over the live connection, and kept nowhere. */
import { useEffect, useRef, useState } from 'react'
import { live as times } from '@samtur/contract/constants'
import { live, useLive } from '#lib/live'
import { liveChannel } from './queries.ts'

/** To be called with every change of what is being written. */
export function useSayTyping(chatId: string): () => void {
  const said = useRef(-Infinity)
  return () => {
    const now = performance.now()
    if (now - said.current < times.typingEvery) return
    said.current = now
    live.sayTyping(liveChannel(chatId))
  }
}

/** Whether the other person is writing: until they have said so no more for a while, or their next message is there. */
export function useTyping(chatId: string, other: string, newestForeign: number): boolean {
  const [heardAfter, setHeardAfter] = useState<number>()
  const stop = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLive(liveChannel(chatId), (event) => {
    if (event.event !== 'typing' || event.user_id !== other) return
    clearTimeout(stop.current)
    stop.current = setTimeout(() => setHeardAfter(undefined), times.typingEvery * 2)
    setHeardAfter(newestForeign)
  })
  useEffect(() => () => clearTimeout(stop.current), [])
  return heardAfter === newestForeign
}
